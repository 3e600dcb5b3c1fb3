import { Button, Modal } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import type { LoggedRequest } from "../../domain/accounts/LoggedRequest.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsRequests.ts"

/** A button that shows a logged request in a dialog. */
export const RequestDetails = ({ request }: { readonly request: LoggedRequest }) => {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-label={words.detailsOf(request.request_id)}>
        {words.details}
      </Button>
      <Modal opened={opened} onClose={close} title={request.endpoint} size="lg" centered>
        <DescriptionList
          items={[
            [words.requestId, request.request_id],
            [words.timeInUtc, new Date(request.time.epochMilliseconds).toISOString()],
            [common.status, request.status],
            [words.error, request.error_code ?? words.none],
            [words.invalidFields, request.fields.length === 0 ? words.none : request.fields.join(", ")],
            [words.duration, words.milliseconds(request.duration_ms)],
            [words.calledBy, words.callerName(request.caller)],
            [words.userAgent, request.client ?? words.none],
            [words.forSubaccount, request.subaccount_id ?? words.none],
            [words.deprecatedEndpoint, request.deprecated ? words.yes : words.no],
            ...(request.calls > 1 ? ([[words.requestsInSecond, request.calls.toLocaleString()]] as const) : [])
          ]}
        />
      </Modal>
    </>
  )
}
