import { Alert, Stack, Text } from "@mantine/core"
import type { Backtest } from "../../../domain/backtests/Backtest.ts"
import { maxPerPerson } from "../../../domain/backtests/Backtest.ts"
import { reasonText } from "../../../domain/reasons.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { EmptyState } from "../../components/Feedback.tsx"
import { PageLink } from "../../components/PageLink.tsx"
import { Section } from "../../components/Section.tsx"
import { Table } from "../../components/Table.tsx"
import { showAmount, showTime } from "../../format.ts"
import * as words from "../../words/flows/flowBacktest.ts"

/** The figures of one definition. */
export interface Tested {
  readonly label: string
  readonly figures: Backtest
}

type Figure = readonly [label: string, value: string]

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** The figures of a backtest, each with its label. */
const figuresOf = (backtest: Backtest): ReadonlyArray<Figure> => [
  [words.peopleEntered, backtest.entered.people.toLocaleString()],
  [words.runs, backtest.entered.runs.toLocaleString()],
  ...backtest.refused.map(({ reason, times, people }): Figure => [
    words.leftOut(lower(reasonText(reason))),
    words.timesOfPeople(times, people)
  ]),
  [words.messagesSent, backtest.sent.messages.toLocaleString()],
  [words.peopleReached, backtest.sent.people.toLocaleString()],
  ...backtest.skipped.map(({ reason, times, people }): Figure => [
    reason === "holdout" ? words.heldOut : words.notSent(lower(reasonText(reason))),
    words.timesOfPeople(times, people)
  ]),
  ...backtest.messages_per_person.map(({ messages, people }): Figure => [
    words.messagesEach(messages, messages === maxPerPerson),
    people.toLocaleString()
  ]),
  [words.underWay, backtest.under_way.toLocaleString()],
  [words.ordered, words.timesOfPeople(backtest.sales.orders, backtest.sales.people)],
  ...backtest.sales.revenue.map(({ currency, amount }): Figure => [
    words.revenue(currency),
    showAmount(amount, currency)
  ]),
  ...(backtest.unjudged === 0 ? [] : [[words.unjudged, backtest.unjudged.toLocaleString()] as const])
]

const never = () => undefined

/** What one or two definitions would have done, side by side; days and people are those of the first. */
export const BacktestFigures = ({ tested }: { readonly tested: ReadonlyArray<Tested> }) => {
  const account = useAccount()
  const columns = tested.map(({ label, figures }) => ({ label, values: new Map(figuresOf(figures)) }))
  const labels = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))]
  const first = tested[0]?.figures
  if (first === undefined) return null
  return (
    <Stack>
      {first.notes.length > 0 && (
        <Alert color="gray" title={words.unknown}>
          {first.notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
        </Alert>
      )}
      <Section title={words.result} flush>
        <Table
          label={words.result}
          minWidth={320}
          columns={[
            { title: words.figure, cell: (label: string) => label },
            ...columns.map(({ label, values }) => ({
              title: label,
              alignRight: true,
              nowrap: true,
              cell: (figure: string) => values.get(figure) ?? "0"
            }))
          ]}
          rows={labels}
          rowKey={(label) => label}
          empty={null}
          error={null}
          retry={never}
        />
      </Section>
      <Section title={words.byDay} flush>
        <Table
          label={words.byDay}
          minWidth={320}
          columns={[
            { title: words.day, nowrap: true, cell: ({ day }) => day },
            { title: words.entered, alignRight: true, cell: ({ entered }) => entered.toLocaleString() },
            { title: words.sent, alignRight: true, cell: ({ sent }) => sent.toLocaleString() },
            { title: words.skipped, alignRight: true, cell: ({ skipped }) => skipped.toLocaleString() }
          ]}
          rows={first.days}
          rowKey={({ day }) => day}
          empty={<EmptyState title={words.nothingHappened} />}
          error={null}
          retry={never}
        />
      </Section>
      {first.examples.length > 0 && (
        <Section title={words.examples} flush>
          <Table
            label={words.examples}
            minWidth={320}
            columns={[
              {
                title: words.outcome,
                cell: ({ outcome }) => (outcome === "entered" ? words.enters : reasonText(outcome))
              },
              { title: words.when, nowrap: true, cell: ({ at }) => showTime(at) },
              {
                title: words.contact,
                nowrap: true,
                cell: ({ contact_id }) => (
                  <PageLink to="/a/$account/contacts/$id" params={{ account, id: contact_id }}>
                    {words.openContact}
                  </PageLink>
                )
              }
            ]}
            rows={first.examples}
            rowKey={({ outcome, contact_id }) => `${outcome} ${contact_id}`}
            empty={null}
            error={null}
            retry={never}
          />
        </Section>
      )}
    </Stack>
  )
}
