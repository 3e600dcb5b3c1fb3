import { Alert, Text } from "@mantine/core"
import type { Flow } from "../../domain/flows/Flow.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { PageLink } from "../components/PageLink.tsx"
import { showTime } from "../format.ts"

/** Why a mail server refused the flow's mail, until the flow is activated again. */
export const FlowNotice = ({ flow: { notice, status } }: { readonly flow: Flow }) => {
  const account = useAccount()
  if (notice === null) return null
  const isStopped = status === "paused"
  return (
    <Alert color={isStopped ? "red" : "yellow"} title={isStopped ? "Stopped: mail was refused" : "Mail was refused"}>
      <Text size="sm">
        {notice.text}, {showTime(notice.at)}.{" "}
        <PageLink
          to="/a/$account/messages/$id"
          params={{ account, id: notice.message_id }}
          underline="always"
          c="inherit"
        >
          Show the message
        </PageLink>
      </Text>
      <Text size="sm">
        {isStopped
          ? "Nothing is sent until you activate the flow again. Mails that were waiting go out then."
          : "Other mails of the flow were accepted, so it goes on."}
      </Text>
    </Alert>
  )
}
