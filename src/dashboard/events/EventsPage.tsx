import { Code } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ContactLink } from "../contacts/ContactLink.tsx"
import { shortened, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useListState } from "../useListState.ts"
import * as common from "../words/common.ts"
import * as words from "../words/events.ts"

/** The events of an account, newest first, refreshed every 5 seconds on the first page. */
export const EventsPage = () => {
  const account = useAccount()
  const list = useListState()
  const query = { per_page: 25, ...(list.cursor === undefined ? {} : { cursor: list.cursor }) }
  const events = useQuery({
    queryKey: ["events", account, query],
    queryFn: () => call((api) => api.events.list({ params: { account }, query })),
    placeholderData: keepPreviousData,
    refetchInterval: list.cursor === undefined ? 5_000 : false
  })
  return (
    <Page title={words.events} subtitle={words.eventsSubtitle}>
      <Table
        label={words.events}
        columns={[
          {
            title: words.eventType,
            fills: true,
            cell: ({ id, event_type }) => (
              <PageLink to="/a/$account/events/$id" params={{ account, id }} fw={500}>
                {event_type}
              </PageLink>
            )
          },
          {
            title: common.contact,
            fills: true,
            cell: ({ contact_id, contact }) => <ContactLink id={contact_id} name={contact ?? contact_id} />
          },
          {
            title: words.data,
            fills: true,
            cell: ({ event_data }) => (event_data === null ? "—" : <Code>{shortened(event_data, 60)}</Code>)
          },
          { title: words.happened, nowrap: true, cell: ({ event_time }) => showTime(event_time) },
          { title: words.received, nowrap: true, cell: ({ received_at }) => showTime(received_at) }
        ]}
        rows={events.data?.data}
        rowKey={({ id }) => id}
        error={events.error}
        retry={() => void events.refetch()}
        empty={
          <EmptyState
            title={words.noEventsYet}
            sample={["cart_abandoned", "ada@example.com", words.sampleTime]}
            action={
              <LinkButton to="/a/$account/settings/$section" params={{ account, section: "tokens" }}>
                {words.createToken}
              </LinkButton>
            }
          >
            {words.howEventsArrive}
          </EmptyState>
        }
      />
      <Pager {...list.pager(events)} />
    </Page>
  )
}
