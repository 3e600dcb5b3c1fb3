import { Alert, Text } from "@mantine/core"
import type { CampaignNotice } from "../../domain/campaigns/Campaign.ts"
import type { FlowNotice } from "../../domain/flows/Flow.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { showTime } from "../format.ts"
import * as words from "../words/components.ts"
import { PageLink } from "./PageLink.tsx"

/** Why a mail server refused mail of a flow or campaign, or why that was stopped, until it is resumed; nothing without a notice. */
export const MailNotice = ({
  notice,
  isStopped,
  stopped,
  consequence
}: {
  readonly notice: typeof FlowNotice.Type | typeof CampaignNotice.Type | null
  readonly isStopped: boolean
  /** The title where it is stopped. */
  readonly stopped: string
  readonly consequence: string | null
}) => {
  const account = useAccount()
  if (notice === null) return null
  return (
    <Alert color={isStopped ? "orange" : "yellow"} title={isStopped ? stopped : words.mailRefused}>
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
      {consequence !== null && <Text size="sm">{consequence}</Text>}
    </Alert>
  )
}
