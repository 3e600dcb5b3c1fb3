import { Group, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { call } from "../call.ts"
import { Facts } from "../components/Facts.tsx"
import { Section } from "../components/Section.tsx"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { Table } from "../components/Table.tsx"
import { showState, showTime } from "../format.ts"
import { showChannel } from "../reasons.ts"
import { useAccount } from "../useAccount.ts"

/** What a contact agreed to, since when, and every line of the ledger that says why. */
export const Ledger = ({ contact_id: id }: { readonly contact_id: string }) => {
  const account = useAccount()
  const consent = useQuery({
    queryKey: ["contacts", account, id, "consent"],
    queryFn: () => call((api) => api.contacts.consent({ params: { account, id } }))
  })
  const { email, sms, history } = consent.data?.data ?? {}
  return (
    <>
      {email !== undefined && sms !== undefined && (
        <Section title="Consent now">
          <Facts
            facts={[
              ["E-mail", <State key="email" state={email.state} />],
              ["since", showTime(email.since)],
              ["SMS", <State key="sms" state={sms.state} />],
              ["since ", showTime(sms.since)]
            ]}
          />
        </Section>
      )}
      <Section title="Consent ledger" note="Append-only: every change, and every refusal." flush>
        <Table
          label="Consent ledger"
          columns={[
            { title: "When", once: true, of: ({ recorded_at }) => showTime(recorded_at) },
            { title: "Channel", once: true, of: ({ channel }) => showChannel(channel) },
            {
              title: "What",
              of: ({ refused, from, to }) =>
                refused ? (
                  <Text size="sm" component="div">
                    refused: stays <State state={from} />
                  </Text>
                ) : (
                  <Group gap={4} wrap="nowrap">
                    <State state={from} /> → <State state={to} />
                  </Group>
                )
            },
            { title: "Why", of: ({ rule }) => rule },
            { title: "Cause", of: ({ cause, source_id }) => `${showState(cause)} ${source_id}` }
          ]}
          rows={history}
          keyOf={({ recorded_at, channel, to, refused }) => `${recorded_at.epochMilliseconds}${channel}${to}${refused}`}
          error={consent.error}
          retry={() => void consent.refetch()}
          empty={
            <Empty title="Nothing asked yet">Every change of consent, and every refusal, is written down here.</Empty>
          }
        />
      </Section>
    </>
  )
}
