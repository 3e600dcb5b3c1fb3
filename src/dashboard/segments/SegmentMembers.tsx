import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ExportButton } from "../components/ExportButton.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { contactName } from "../contacts/contactName.ts"
import { showTime } from "../format.ts"
import { untilCounted, waitingText } from "../untilCounted.ts"
import { useListState } from "../useListState.ts"
import * as common from "../words/common.ts"
import * as words from "../words/segments.ts"

/** The contacts in a saved segment, newest first. */
export const SegmentMembers = ({ id }: { readonly id: string }) => {
  const account = useAccount()
  const list = useListState()
  const query = { per_page: 25, ...(list.cursor === undefined ? {} : { cursor: list.cursor }) }
  const members = useQuery({
    queryKey: ["segments", account, id, "members", query],
    queryFn: () => call((api) => api.segments.members({ params: { account, id }, query })),
    placeholderData: keepPreviousData,
    ...untilCounted
  })
  return (
    <Section
      title={words.contacts}
      subtitle={words.asSaved}
      actions={<ExportButton path={`segments/${id}/export`} file="segment" />}
      flush
    >
      <Table
        label={words.contactsOfSegment}
        columns={[
          {
            title: common.contact,
            fills: true,
            cell: (contact) => (
              <PageLink to="/a/$account/contacts/$id" params={{ account, id: contact.id }} fw={500}>
                {contactName(contact)}
              </PageLink>
            )
          },
          { title: common.email, cell: (contact) => <StatusBadge status={contact.email_consent} /> },
          { title: common.sms, cell: (contact) => <StatusBadge status={contact.sms_consent} /> },
          { title: words.orders, alignRight: true, cell: ({ order_count }) => order_count },
          { title: words.lastOrder, nowrap: true, cell: ({ last_order_at }) => showTime(last_order_at) }
        ]}
        rows={members.data?.data}
        rowKey={(contact) => contact.id}
        error={members.error}
        waiting={waitingText(members)}
        retry={() => void members.refetch()}
        empty={<EmptyState title={words.noContactMatches}>{words.howContactsMatch}</EmptyState>}
      />
      <Pager {...list.pager(members)} />
    </Section>
  )
}
