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
import { showChannel, showMoney, showStatus, showTime } from "../format.ts"
import { MessageReasons, ProductTitles } from "./MessageReasons.tsx"
import { MessageTimeline } from "./MessageTimeline.tsx"
import { messageTitle } from "./messageTitle.ts"
import { EmailContent, SmsContent } from "./MessageContent.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import * as campaigns from "../words/campaigns.ts"
import * as common from "../words/common.ts"
import * as words from "../words/messages/messages.ts"

/** A message with its status, reason, flow and content. */
export const MessagePage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["messages", account, id],
    queryFn: () => call((api) => api.messages.get({ params: { account, id } }))
  })
  const back = (
    <PageLink to="/a/$account/messages" params={{ account }}>
      {words.backToMessages}
    </PageLink>
  )
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} back={back} />
  if (query.data === undefined) return <Loading />
  const message = query.data.data
  const { channel, contact_id, contact, flow_id, flow_name, campaign_id, campaign_name, sent_at, reason, body } =
    message
  const details = [
    [common.status, <StatusBadge key="status" status={message.status} />],
    [common.contact, <ContactLink key="contact" id={contact_id} name={contact} />],
    [words.sentTo, message.recipient ?? "—"],
    [
      campaign_id === null ? words.flow : campaigns.campaign,
      campaign_id !== null ? (
        <PageLink key="campaign" to="/a/$account/campaigns/$id" params={{ account, id: campaign_id }}>
          {campaign_name ?? campaign_id}
        </PageLink>
      ) : flow_id === null ? (
        showStatus(message.purpose)
      ) : (
        <PageLink key="flow" to="/a/$account/flows/$id" params={{ account, id: flow_id }}>
          {flow_name ?? flow_id}
        </PageLink>
      )
    ],
    [words.type, message.class === "transactional" ? words.transactional : words.marketing],
    [common.created, showTime(message.created_at)],
    [words.sent, showTime(sent_at)],
    [words.clicked, showTime(message.clicked_at)],
    [words.revenue, message.revenue.map(({ amount, currency }) => showMoney(amount, currency)).join(", ") || "—"],
    ...(message.products.length === 0
      ? []
      : [[words.shownProducts, <ProductTitles key="products" ids={message.products} />] as const])
  ] as const
  return (
    <Page
      title={channel === "sms" ? words.textMessage : messageTitle(message.subject ?? "") || common.email}
      subtitle={`${showChannel(channel)} · ${message.id}`}
      back={back}
    >
      {reason !== null && (
        <Alert color="yellow" title={showStatus(message.status)}>
          {reasonText(reason)}
        </Alert>
      )}
      <Section title={words.details}>
        <DescriptionList items={details} />
      </Section>
      <MessageReasons why={message.why} />
      <Section title={words.timeline}>
        <MessageTimeline entries={message.timeline} />
      </Section>
      <Section title={words.content} subtitle={sent_at === null ? words.contentIsTemplate : words.contentAsSent}>
        {body === "" ? (
          <Text size="sm">{words.contentErased}</Text>
        ) : (
          <Stack>{channel === "sms" ? <SmsContent text={body} /> : <EmailContent html={body} />}</Stack>
        )}
      </Section>
    </Page>
  )
}
