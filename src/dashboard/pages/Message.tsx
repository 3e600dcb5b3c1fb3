import { Alert, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { call } from "../call.ts"
import { Facts } from "../components/Facts.tsx"
import { Page } from "../components/Page.tsx"
import { Section } from "../components/Section.tsx"
import { State } from "../components/State.tsx"
import { Failure, Loading } from "../components/States.tsx"
import { To } from "../components/To.tsx"
import { ContactLink } from "../contact/ContactLink.tsx"
import { showMoney, showState, showTime } from "../format.ts"
import { MailParts, TextBubble } from "../mail/MailParts.tsx"
import { showChannel, showReason } from "../reasons.ts"
import { useAccount } from "../useAccount.ts"

/** One message: what became of it and why, and what it said. */
export const Message = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const found = useQuery({
    queryKey: ["messages", account, id],
    queryFn: () => call((api) => api.messages.read({ params: { account, id } }))
  })
  if (found.error !== null) return <Failure error={found.error} retry={() => void found.refetch()} />
  if (found.data === undefined) return <Loading />
  const message = found.data.data
  const { channel, contact_id, contact, flow_id, flow_name, sent_at, reason, body } = message
  const facts = [
    ["Status", <State key="status" state={message.status} />],
    ["Contact", <ContactLink key="contact" id={contact_id} name={contact} />],
    ["Sent to", message.recipient ?? "—"],
    [
      "Flow",
      flow_id === null ? (
        showState(message.purpose)
      ) : (
        <To key="flow" to="/a/$account/flows/$id" params={{ account, id: flow_id }}>
          {flow_name ?? flow_id}
        </To>
      )
    ],
    ["Written", showTime(message.created_at)],
    ["Sent", showTime(sent_at)],
    ["Clicked", showTime(message.clicked_at)],
    ["Revenue", message.revenue.map(({ amount, currency }) => showMoney(amount, currency)).join(", ") || "—"]
  ] as const
  return (
    <Page
      title={channel === "sms" ? "Text message" : (message.subject ?? "E-mail")}
      note={`${showChannel(channel)} · ${message.id}`}
      back={
        <To to="/a/$account/messages" params={{ account }}>
          ← Messages
        </To>
      }
    >
      {reason !== null && (
        <Alert color="yellow" title={`Why it is ${showState(message.status)}`}>
          {showReason(reason)}
        </Alert>
      )}
      <Section title="Details">
        <Facts facts={facts} />
      </Section>
      <Section
        title="Content"
        note={sent_at === null ? "The template: it was not rendered, because it did not go out." : "As it went out."}
      >
        {body === "" ? (
          <Text size="sm">Erased with the contact.</Text>
        ) : (
          <Stack>{channel === "sms" ? <TextBubble text={body} /> : <MailParts html={body} />}</Stack>
        )}
      </Section>
    </Page>
  )
}
