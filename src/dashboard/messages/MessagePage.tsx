import { Alert, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { reasonText } from "../../domain/reasons.ts"
import { call } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { Page } from "../components/Page.tsx"
import { Section } from "../components/Section.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ContactLink } from "../contacts/ContactLink.tsx"
import { showChannel, showMoney, showState, showTime } from "../format.ts"
import { MessageTimeline } from "./MessageTimeline.tsx"
import { EmailContent, SmsContent } from "./MessageContent.tsx"
import { useAccount } from "../accounts/useAccount.ts"

/** A message with its status, reason, flow and content. */
export const MessagePage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["messages", account, id],
    queryFn: () => call((api) => api.messages.read({ params: { account, id } }))
  })
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  const message = query.data.data
  const { channel, contact_id, contact, flow_id, flow_name, sent_at, reason, body } = message
  const details = [
    ["Status", <StatusBadge key="status" status={message.status} />],
    ["Contact", <ContactLink key="contact" id={contact_id} name={contact} />],
    ["Sent to", message.recipient ?? "—"],
    [
      "Flow",
      flow_id === null ? (
        showState(message.purpose)
      ) : (
        <PageLink key="flow" to="/a/$account/flows/$id" params={{ account, id: flow_id }}>
          {flow_name ?? flow_id}
        </PageLink>
      )
    ],
    ["Type", message.class === "transactional" ? "Transactional" : "Marketing"],
    ["Created", showTime(message.created_at)],
    ["Sent", showTime(sent_at)],
    ["Clicked", showTime(message.clicked_at)],
    ["Revenue", message.revenue.map(({ amount, currency }) => showMoney(amount, currency)).join(", ") || "—"]
  ] as const
  return (
    <Page
      title={channel === "sms" ? "Text message" : (message.subject ?? "E-mail")}
      subtitle={`${showChannel(channel)} · ${message.id}`}
      back={
        <PageLink to="/a/$account/messages" params={{ account }}>
          ← Messages
        </PageLink>
      }
    >
      {reason !== null && (
        <Alert color="yellow" title={`Why this message is ${showState(message.status)}`}>
          {reasonText(reason)}
        </Alert>
      )}
      <Section title="Details">
        <DescriptionList items={details} />
      </Section>
      <Section title="Timeline">
        <MessageTimeline entries={message.timeline} />
      </Section>
      <Section
        title="Content"
        subtitle={sent_at === null ? "The template. A message is rendered when it is sent." : "As sent."}
      >
        {body === "" ? (
          <Text size="sm">Erased with the contact.</Text>
        ) : (
          <Stack>{channel === "sms" ? <SmsContent text={body} /> : <EmailContent html={body} />}</Stack>
        )}
      </Section>
    </Page>
  )
}
