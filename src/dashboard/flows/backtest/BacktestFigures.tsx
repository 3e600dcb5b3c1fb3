import { Stack } from "@mantine/core"
import type { Backtest } from "../../../domain/backtests/Backtest.ts"
import { reasonText } from "../../../domain/reasons.ts"
import { ExamplesTable } from "../../backtests/ExamplesTable.tsx"
import { type Figure, FiguresTable, messagesEach } from "../../backtests/FiguresTable.tsx"
import { EmptyState } from "../../components/Feedback.tsx"
import { Section } from "../../components/Section.tsx"
import { Table } from "../../components/Table.tsx"
import { showAmount } from "../../format.ts"
import * as common from "../../words/backtests.ts"
import * as words from "../../words/flows/flowBacktest.ts"

/** The figures of one definition. */
export interface Tested {
  readonly label: string
  readonly figures: Backtest
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** The figures of a backtest, each with its label. */
const figuresOf = (backtest: Backtest): ReadonlyArray<Figure> => [
  [words.peopleEntered, backtest.entered.people.toLocaleString()],
  [words.runs, backtest.entered.runs.toLocaleString()],
  ...backtest.refused.map(({ reason, times, people }): Figure => [
    words.leftOut(lower(reasonText(reason))),
    common.timesOfPeople(times, people)
  ]),
  [words.messagesSent, backtest.sent.messages.toLocaleString()],
  [words.peopleReached, backtest.sent.people.toLocaleString()],
  ...backtest.skipped.map(({ reason, times, people }): Figure => [
    reason === "holdout" ? words.heldOut : words.notSent(lower(reasonText(reason))),
    common.timesOfPeople(times, people)
  ]),
  ...messagesEach(backtest.messages_per_person),
  [words.underWay, backtest.under_way.toLocaleString()],
  [words.ordered, common.timesOfPeople(backtest.sales.orders, backtest.sales.people)],
  ...backtest.sales.revenue.map(({ currency, amount }): Figure => [
    common.revenue(currency),
    showAmount(amount, currency)
  ]),
  ...(backtest.unjudged === 0 ? [] : [[common.unjudged, backtest.unjudged.toLocaleString()] as const])
]

const never = () => undefined

/** What one or two definitions would have done, side by side; days and people are those of the first. */
export const BacktestFigures = ({ tested }: { readonly tested: ReadonlyArray<Tested> }) => {
  const first = tested[0]?.figures
  if (first === undefined) return null
  return (
    <Stack>
      <FiguresTable
        notes={first.notes}
        columns={tested.map(({ label, figures }) => ({ label, figures: figuresOf(figures) }))}
      />
      <Section title={common.byDay} flush>
        <Table
          label={common.byDay}
          minWidth={320}
          columns={[
            { title: common.day, nowrap: true, cell: ({ day }) => day },
            { title: common.entered, alignRight: true, cell: ({ entered }) => entered.toLocaleString() },
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
      <ExamplesTable
        examples={first.examples}
        textOf={(outcome) => (outcome === "entered" ? words.enters : reasonText(outcome))}
      />
    </Stack>
  )
}
