import { Code } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { Empty } from "../components/States.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { To } from "../components/To.tsx"
import { ContactLink } from "../contact/ContactLink.tsx"
import { shortened, showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { useCursor } from "../useCursor.ts"

/** The event stream: what came in, newest first. Each line leads to all that is known of it. */
export const Events = () => {
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
    <Page title="Events" note="What your programs told, as it comes in.">
      <Table
        label="Events"
        columns={[
          {
            title: "Type",
            of: ({ id, event_type }) => (
              <To to="/a/$account/events/$id" params={{ account, id }} fw={500}>
                {event_type}
              </To>
            )
          },
          {
            title: "Contact",
            of: ({ contact_id, contact }) => <ContactLink id={contact_id} name={contact ?? contact_id} />
          },
          {
            title: "Data",
            of: ({ event_data }) => (event_data === null ? "—" : <Code>{shortened(event_data, 60)}</Code>)
          },
          { title: "Happened", once: true, of: ({ event_time }) => showTime(event_time) },
          { title: "Received", once: true, of: ({ received_at }) => showTime(received_at) }
        ]}
        rows={events.data?.data}
        keyOf={({ id }) => id}
        error={events.error}
        retry={() => void events.refetch()}
        empty={
          <Empty title="No events yet">Programs send them with POST /v1/events and a token with events_write.</Empty>
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
