import { Code } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ContactLink } from "../contacts/ContactLink.tsx"
import { shortened, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useCursor } from "../useCursor.ts"

/** The events of an account, newest first, refreshed every 5 seconds on the first page. */
export const EventsPage = () => {
  const account = useAccount()
  const { cursor, first, next } = useCursor()
  const query = { per_page: 25, ...(cursor === undefined ? {} : { cursor }) }
  const events = useQuery({
    queryKey: ["events", account, query],
    queryFn: () => call((api) => api.events.list({ params: { account }, query })),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? 5_000 : false
  })
  return (
    <Page title="Events" subtitle="Live events from your store and apps.">
      <Table
        label="Events"
        columns={[
          {
            title: "Type",
            cell: ({ id, event_type }) => (
              <PageLink to="/a/$account/events/$id" params={{ account, id }} fw={500}>
                {event_type}
              </PageLink>
            )
          },
          {
            title: "Contact",
            cell: ({ contact_id, contact }) => <ContactLink id={contact_id} name={contact ?? contact_id} />
          },
          {
            title: "Data",
            cell: ({ event_data }) => (event_data === null ? "—" : <Code>{shortened(event_data, 60)}</Code>)
          },
          { title: "Happened", nowrap: true, cell: ({ event_time }) => showTime(event_time) },
          { title: "Received", nowrap: true, cell: ({ received_at }) => showTime(received_at) }
        ]}
        rows={events.data?.data}
        rowKey={({ id }) => id}
        error={events.error}
        retry={() => void events.refetch()}
        empty={
          <EmptyState title="No events yet">
            Your store and apps send them with POST /v1/events and a token with the scope events_write.
          </EmptyState>
        }
      />
      <Pager
        total={events.data?.pagination.total_count}
        onFirst={first}
        onNext={next(events.data?.pagination.next_cursor)}
      />
    </Page>
  )
}
