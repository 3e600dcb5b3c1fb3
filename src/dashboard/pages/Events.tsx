import { Code } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { Empty } from "../components/States.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { useCursor } from "../useCursor.ts"

/** The event stream: what came in, newest first, with its data as sent. */
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
    <Page title="Events">
      <Table
        label="Events"
        columns={[
          { title: "Received", of: ({ received_at }) => showTime(received_at) },
          { title: "Type", of: ({ event_type }) => event_type },
          {
            title: "Contact",
            of: ({ contact_id }) =>
              contact_id === null ? (
                "erased"
              ) : (
                <Link to="/a/$account/contacts/$id" params={{ account, id: contact_id }}>
                  {contact_id}
                </Link>
              )
          },
          { title: "Happened", of: ({ event_time }) => showTime(event_time) },
          { title: "Data", of: ({ event_data }) => <Code>{event_data ?? "—"}</Code> }
        ]}
        rows={events.data?.data}
        keyOf={({ id }) => id}
        error={events.error}
        retry={() => void events.refetch()}
        empty={<Empty title="No events yet">Programs send them with POST /v1/events and the scope events_write.</Empty>}
      />
      <Pager
        total={events.data?.pagination.total_count}
        onFirst={first}
        onNext={next(events.data?.pagination.next_cursor)}
      />
    </Page>
  )
}
