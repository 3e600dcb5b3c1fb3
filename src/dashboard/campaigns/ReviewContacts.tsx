import { Modal, Stack } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { leftOutText, type ReviewRule } from "../../domain/campaigns/LeftOut.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { EmptyState } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { useFocusBack } from "../components/useFocusBack.ts"
import { Pager, Table } from "../components/Table.tsx"
import { untilCounted, waitingText } from "../untilCounted.ts"
import * as common from "../words/common.ts"
import * as words from "../words/campaigns.ts"

/** The contacts of one rule of a review. */
export const ReviewContacts = (props: {
  readonly campaign: Campaign
  readonly rule: ReviewRule | "recipients"
  readonly onClose: () => void
}) => {
  const { campaign, rule, onClose } = props
  useFocusBack()
  const account = useAccount()
  const [cursors, setCursors] = useState<ReadonlyArray<string>>([])
  const cursor = cursors.at(-1)
  const query = {
    ...(rule === "recipients" ? {} : { rule }),
    ...(cursor === undefined ? {} : { cursor })
  }
  const contacts = useQuery({
    queryKey: ["campaigns", account, campaign.id, "review", query],
    queryFn: () => call((api) => api.campaigns.reviewContacts({ params: { account, id: campaign.id }, query })),
    placeholderData: keepPreviousData,
    ...untilCounted
  })
  const next = contacts.data?.pagination.next_cursor ?? null
  return (
    <Modal opened onClose={onClose} size="lg" title={rule === "recipients" ? words.recipients : leftOutText(rule)}>
      <Stack>
        <Table
          label={words.contacts}
          columns={[
            {
              title: common.contact,
              fills: true,
              cell: ({ id, email, phone }) => (
                <PageLink to="/a/$account/contacts/$id" params={{ account, id }}>
                  {email ?? phone ?? id}
                </PageLink>
              )
            },
            { title: common.email, cell: ({ email_consent }) => <StatusBadge status={email_consent} /> },
            { title: common.sms, cell: ({ sms_consent }) => <StatusBadge status={sms_consent} /> }
          ]}
          rows={contacts.data?.data}
          rowKey={({ id }) => id}
          error={contacts.error}
          waiting={waitingText(contacts)}
          retry={() => void contacts.refetch()}
          minWidth={320}
          empty={<EmptyState title={words.noContacts} />}
        />
        <Pager
          total={contacts.data?.pagination.total_count}
          onFirst={cursors.length === 0 ? undefined : () => setCursors([])}
          onPrevious={cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1))}
          onNext={next === null ? undefined : () => setCursors([...cursors, next])}
        />
      </Stack>
    </Modal>
  )
}
