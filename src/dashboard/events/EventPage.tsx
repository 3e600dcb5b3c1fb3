import { Code, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { reasonText } from "../../domain/reasons.ts"
import { call } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { Page } from "../components/Page.tsx"
import { Section } from "../components/Section.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ContactLink } from "../contacts/ContactLink.tsx"
import { TriggeredFlows } from "../flows/TriggeredFlows.tsx"
import { prettyJson, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"

/** An event with its data, its contact and the flows that it triggered. */
export const EventPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["events", account, id],
    queryFn: () => call((api) => api.events.read({ params: { account, id } }))
  })
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  const { event, flows, unstarted } = query.data.data
  return (
    <Page
      title={event.event_type}
      subtitle={`Received ${showTime(event.received_at)}`}
      back={
        <PageLink to="/a/$account/events" params={{ account }}>
          ← Events
        </PageLink>
      }
    >
      <Section title="Details">
        <DescriptionList
          items={[
            ["Contact", <ContactLink key="contact" id={event.contact_id} name={event.contact ?? event.contact_id} />],
            ["Happened", showTime(event.event_time)],
            ["Received", showTime(event.received_at)],
            ["Idempotency key", event.idempotency_key ?? "none"],
            ["Id", event.id]
          ]}
        />
      </Section>
      <Section title="Triggered flows">
        <TriggeredFlows flows={flows} emptyText={reasonText(unstarted ?? "no_active_flow")} />
      </Section>
      <Section title="Data">
        {event.event_data === null ? (
          <Text size="sm">{event.contact_id === null ? "Erased with the contact." : "This event has no data."}</Text>
        ) : (
          <Stack>
            <Code
              block
              tabIndex={0}
              aria-label="event data"
              style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
            >
              {prettyJson(event.event_data)}
            </Code>
          </Stack>
        )}
      </Section>
    </Page>
  )
}
