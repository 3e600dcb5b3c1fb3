import { Button, Modal } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import type { LoggedRequest } from "../../domain/accounts/LoggedRequest.ts"
import { Facts } from "../components/Facts.tsx"

/** Which token or application spoke. */
export const callerName = ({ id, kind, name }: LoggedRequest["caller"]): string =>
  `${kind === "app" ? "App" : "Token"} ${name ?? `${id} (gone)`}`

/** All that is known of one call. */
export const RequestDetails = ({ request }: { readonly request: LoggedRequest }) => {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-label={`Details of ${request.request_id}`}>
        Details
      </Button>
      <Modal opened={opened} onClose={close} title={request.endpoint} size="lg" centered>
        <Facts
          facts={[
            ["Request id", request.request_id],
            ["Time (UTC)", new Date(request.time.epochMilliseconds).toISOString()],
            ["Status", request.status],
            ["Error", request.error_code ?? "none"],
            ["Invalid fields", request.fields.length === 0 ? "none" : request.fields.join(", ")],
            ["Took", `${request.duration_ms} ms`],
            ["Called by", callerName(request.caller)],
            ["Program", request.client ?? "did not say"],
            ["For subaccount", request.subaccount_id ?? "none"],
            ["Deprecated call", request.deprecated ? "yes" : "no"],
            ...(request.calls > 1 ? ([["Calls in that second", request.calls.toLocaleString()]] as const) : [])
          ]}
        />
      </Modal>
    </>
  )
}
