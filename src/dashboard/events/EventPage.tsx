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
import * as common from "../words/common.ts"
import * as words from "../words/events.ts"

/** An event with its data, its contact and the flows that it triggered. */
export const EventPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["events", account, id],
    queryFn: () => call((api) => api.events.get({ params: { account, id } }))
  })
  const back = (
    <PageLink to="/a/$account/events" params={{ account }}>
      {words.backToEvents}
    </PageLink>
  )
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} back={back} />
  if (query.data === undefined) return <Loading />
  const { event, flows, unstarted } = query.data.data
  return (
    <Page title={event.event_type} subtitle={words.receivedAt(showTime(event.received_at))} back={back}>
      <Section title={words.details}>
        <DescriptionList
          items={[
            [
              common.contact,
              <ContactLink key="contact" id={event.contact_id} name={event.contact ?? event.contact_id} />
            ],
            [words.happened, showTime(event.event_time)],
            [words.received, showTime(event.received_at)],
            [words.idempotencyKey, event.idempotency_key ?? words.noIdempotencyKey],
            [
              words.eventId,
              <Text key="id" span fz="xs">
                {event.id}
              </Text>
            ]
          ]}
        />
      </Section>
      <Section title={words.triggeredFlows}>
        <TriggeredFlows flows={flows} emptyText={reasonText(unstarted ?? "no_active_flow")} />
      </Section>
      <Section title={words.data}>
        {event.event_data === null ? (
          <Text size="sm">{event.contact_id === null ? words.erasedWithContact : words.noData}</Text>
        ) : (
          <Stack>
            <Code
              block
              tabIndex={0}
              aria-label={words.eventData}
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
