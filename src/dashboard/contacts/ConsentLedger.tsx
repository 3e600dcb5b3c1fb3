import { Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { Section } from "../components/Section.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Table } from "../components/Table.tsx"
import { showChannel, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useMembers } from "../accounts/useMembers.ts"
import { actorText } from "./actorText.ts"
import { ConsentDetails } from "./ConsentDetails.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/contacts/contacts.ts"

/** The current consents of a contact with their times, and the history of every change and refusal. */
export const ConsentLedger = ({ contact_id: id }: { readonly contact_id: string }) => {
  const account = useAccount()
  const members = useMembers()
  const consent = useQuery({
    queryKey: ["contacts", account, id, "consent"],
    queryFn: () => call((api) => api.contacts.consent({ params: { account, id }, query: {} }))
  })
  const { email, sms, history, paused_until = null, left_topics = [] } = consent.data?.data ?? {}
  return (
    <>
      {email !== undefined && sms !== undefined && (
        <Section title={words.currentConsent}>
          <DescriptionList
            items={[
              [common.email, <StatusBadge key="email" status={email.state} />],
              [words.emailSince, showTime(email.since)],
              [common.sms, <StatusBadge key="sms" status={sms.state} />],
              [words.smsSince, showTime(sms.since)],
              ...(left_topics.length === 0
                ? []
                : [[words.leftTopics, left_topics.map(({ topic }) => topic).join(", ")] as const]),
              ...(paused_until === null ? [] : [[words.marketingPausedUntil, showTime(paused_until)] as const])
            ]}
          />
        </Section>
      )}
      <Section title={words.consentLedger} subtitle={words.consentLedgerSubtitle} flush>
        <Table
          label={words.consentLedger}
          minWidth={560}
          columns={[
            { title: common.time, nowrap: true, cell: ({ recorded_at }) => showTime(recorded_at) },
            {
              title: words.channel,
              nowrap: true,
              cell: ({ channel, topic }) => (topic === undefined ? showChannel(channel) : words.ofTopic(topic))
            },
            {
              title: words.consent,
              nowrap: true,
              cell: ({ refused, from, to }) =>
                refused ? (
                  <Text inherit component="div">
                    {words.refusedStill}
                    <StatusBadge status={from} />
                  </Text>
                ) : (
                  <StatusBadge status={to} />
                )
            },
            {
              title: common.reason,
              cell: ({ rule, proof }) => (proof?.reason === undefined ? rule : words.ruleWithReason(rule, proof.reason))
            },
            {
              title: words.changedBy,
              nowrap: true,
              cell: ({ actor }) => {
                const text = actorText(actor, members)
                return (
                  <Text inherit truncate maw={{ base: 180, sm: 84, xl: 180 }} title={text}>
                    {text}
                  </Text>
                )
              }
            },
            {
              title: words.details,
              alignRight: true,
              cell: (entry) => <ConsentDetails entry={entry} members={members} />
            }
          ]}
          rows={history}
          rowKey={({ recorded_at, channel, topic = "", to, refused }) =>
            `${recorded_at.epochMilliseconds}${channel}${topic}${to}${refused}`
          }
          error={consent.error}
          retry={() => void consent.refetch()}
          empty={<EmptyState title={words.noChangesYet}>{words.whatLedgerLists}</EmptyState>}
        />
      </Section>
    </>
  )
}
