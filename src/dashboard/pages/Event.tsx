import { Code, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { call } from "../call.ts"
import { Facts } from "../components/Facts.tsx"
import { Page } from "../components/Page.tsx"
import { Section } from "../components/Section.tsx"
import { Failure, Loading } from "../components/States.tsx"
import { To } from "../components/To.tsx"
import { ContactLink } from "../contact/ContactLink.tsx"
import { EnrolledRuns } from "../flow/EnrolledRuns.tsx"
import { prettyJson, showTime } from "../format.ts"
import { showReason } from "../reasons.ts"
import { useAccount } from "../useAccount.ts"

/** One event, as a debugger shows it: all it said, whose it is, and what flows made of it. */
export const Event = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const found = useQuery({
    queryKey: ["events", account, id],
    queryFn: () => call((api) => api.events.read({ params: { account, id } }))
  })
  if (found.error !== null) return <Failure error={found.error} retry={() => void found.refetch()} />
  if (found.data === undefined) return <Loading />
  const { event, flows, unstarted } = found.data.data
  return (
    <Page
      title={event.event_type}
      note={`Came in ${showTime(event.received_at)}`}
      back={
        <To to="/a/$account/events" params={{ account }}>
          ← Events
        </To>
      }
    >
      <Section title="Details">
        <Facts
          facts={[
            ["Contact", <ContactLink key="contact" id={event.contact_id} name={event.contact ?? event.contact_id} />],
            ["Happened", showTime(event.event_time)],
            ["Received", showTime(event.received_at)],
            ["Idempotency key", event.idempotency_key ?? "none"],
            ["Id", event.id]
          ]}
        />
      </Section>
      <Section title="What flows made of it">
        <EnrolledRuns flows={flows} none={showReason(unstarted ?? "no_active_flow")} />
      </Section>
      <Section title="Data">
        {event.event_data === null ? (
          <Text size="sm">
            {event.contact_id === null ? "Erased with the contact." : "The event came without data."}
          </Text>
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
