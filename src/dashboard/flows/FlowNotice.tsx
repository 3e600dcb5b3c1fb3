import { Alert, Text } from "@mantine/core"
import type { Flow } from "../../domain/flows/Flow.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { PageLink } from "../components/PageLink.tsx"
import { showTime } from "../format.ts"
import * as words from "../words/flowPage.ts"

/** Why a mail server refused the flow's mail, until the flow is activated again. */
export const FlowNotice = ({ flow: { notice, status } }: { readonly flow: Flow }) => {
  const account = useAccount()
  if (notice === null) return null
  const isStopped = status === "paused"
  return (
    <Alert color={isStopped ? "orange" : "yellow"} title={isStopped ? words.stopped : words.mailRefused}>
      <Text size="sm">
        {notice.text}, {showTime(notice.at)}.{" "}
        <PageLink
          to="/a/$account/messages/$id"
          params={{ account, id: notice.message_id }}
          underline="always"
          c="inherit"
        >
          {words.showMessage}
        </PageLink>
      </Text>
      <Text size="sm">{isStopped ? words.nothingIsSent : words.flowGoesOn}</Text>
    </Alert>
  )
}
