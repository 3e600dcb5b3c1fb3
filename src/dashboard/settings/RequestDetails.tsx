import { Button, Modal } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import type { LoggedRequest } from "../../domain/accounts/LoggedRequest.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"

/** The token or application of a request, by name or else by id. */
export const callerName = ({ id, kind, name }: LoggedRequest["caller"]): string =>
  `${kind === "app" ? "App" : "Token"} ${name ?? `${id} (deleted)`}`

/** A button that shows a logged request in a dialog. */
export const RequestDetails = ({ request }: { readonly request: LoggedRequest }) => {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-label={`Details of ${request.request_id}`}>
        Details
      </Button>
      <Modal opened={opened} onClose={close} title={request.endpoint} size="lg" centered>
        <DescriptionList
          items={[
            ["Request id", request.request_id],
            ["Time (UTC)", new Date(request.time.epochMilliseconds).toISOString()],
            ["Status", request.status],
            ["Error", request.error_code ?? "none"],
            ["Invalid fields", request.fields.length === 0 ? "none" : request.fields.join(", ")],
            ["Duration", `${request.duration_ms} ms`],
            ["Called by", callerName(request.caller)],
            ["User agent", request.client ?? "none"],
            ["For subaccount", request.subaccount_id ?? "none"],
            ["Deprecated endpoint", request.deprecated ? "yes" : "no"],
            ...(request.calls > 1 ? ([["Requests in this second", request.calls.toLocaleString()]] as const) : [])
          ]}
        />
      </Modal>
    </>
  )
}
