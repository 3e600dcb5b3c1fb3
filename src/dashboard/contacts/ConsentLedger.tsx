import { Group, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { Section } from "../components/Section.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Table } from "../components/Table.tsx"
import { showChannel, showState, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"

/** The current consents of a contact with their times, and the history of every change and refusal. */
export const ConsentLedger = ({ contact_id: id }: { readonly contact_id: string }) => {
  const account = useAccount()
  const consent = useQuery({
    queryKey: ["contacts", account, id, "consent"],
    queryFn: () => call((api) => api.contacts.consent({ params: { account, id } }))
  })
  const { email, sms, history } = consent.data?.data ?? {}
  return (
    <>
      {email !== undefined && sms !== undefined && (
        <Section title="Current consent">
          <DescriptionList
            items={[
              ["E-mail", <StatusBadge key="email" status={email.state} />],
              ["E-mail since", showTime(email.since)],
              ["SMS", <StatusBadge key="sms" status={sms.state} />],
              ["SMS since", showTime(sms.since)]
            ]}
          />
        </Section>
      )}
      <Section title="Consent ledger" subtitle="Every change and every refused change. Entries are never edited." flush>
        <Table
          label="Consent ledger"
          columns={[
            { title: "Time", nowrap: true, cell: ({ recorded_at }) => showTime(recorded_at) },
            { title: "Channel", nowrap: true, cell: ({ channel }) => showChannel(channel) },
            {
              title: "Change",
              cell: ({ refused, from, to }) =>
                refused ? (
                  <Text size="sm" component="div">
                    Refused, still <StatusBadge status={from} />
                  </Text>
                ) : (
                  <Group gap={4} wrap="nowrap">
                    <StatusBadge status={from} /> → <StatusBadge status={to} />
                  </Group>
                )
            },
            { title: "Reason", cell: ({ rule }) => rule },
            { title: "Source", cell: ({ cause, source_id }) => `${showState(cause)} ${source_id}` }
          ]}
          rows={history}
          rowKey={({ recorded_at, channel, to, refused }) =>
            `${recorded_at.epochMilliseconds}${channel}${to}${refused}`
          }
          error={consent.error}
          retry={() => void consent.refetch()}
          empty={
            <EmptyState title="No changes yet">
              Every change and every refused change of consent is listed here.
            </EmptyState>
          }
        />
      </Section>
    </>
  )
}
