import { Stack } from "@mantine/core"
import type { CampaignBacktest, CampaignBacktestMoment } from "../../../domain/backtests/CampaignBacktest.ts"
import { isReviewRule, leftOutText } from "../../../domain/campaigns/LeftOut.ts"
import { joinMoments } from "../../../domain/backtests/joinCampaignBacktests.ts"
import { ExamplesTable } from "../../backtests/ExamplesTable.tsx"
import { type Figure, FiguresTable, messagesEach } from "../../backtests/FiguresTable.tsx"
import { EmptyState } from "../../components/Feedback.tsx"
import { Section } from "../../components/Section.tsx"
import { Table } from "../../components/Table.tsx"
import { showAmount, showTime } from "../../format.ts"
import * as common from "../../words/backtests.ts"
import * as words from "../../words/campaignBacktest.ts"

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const unless = (count: number, label: string): ReadonlyArray<Figure> =>
  count === 0 ? [] : [[label, count.toLocaleString()]]

/** The figures of all moments together. */
const figuresOf = ({ moments, messages_per_person, unjudged }: CampaignBacktest): ReadonlyArray<Figure> => {
  const [first, ...others] = moments
  if (first === undefined) return []
  const { audience, sent, waiting, held, left_out, sales } = others.reduce(joinMoments, first)
  return [
    [words.audience, audience.toLocaleString()],
    [words.sent, sent.toLocaleString()],
    ...left_out.map(({ rule, count }): Figure => [words.leftOut(lower(leftOutText(rule))), count.toLocaleString()]),
    ...unless(held, words.held),
    ...unless(waiting, words.waiting),
    // Of one time, they are those who would have got it and those who would not.
    ...(moments.length === 1 ? [] : messagesEach(messages_per_person)),
    [words.ordered, common.timesOfPeople(sales.orders, sales.people)],
    ...sales.revenue.map(({ currency, amount }): Figure => [common.revenue(currency), showAmount(amount, currency)]),
    ...unless(unjudged, common.unjudged)
  ]
}

const leftOutOf = ({ left_out }: CampaignBacktestMoment): number => left_out.reduce((sum, { count }) => sum + count, 0)

const never = () => undefined

/** What one or two campaigns would have done, side by side; times and people are those of the first. */
export const CampaignBacktestFigures = (props: {
  readonly tested: ReadonlyArray<{ readonly label: string; readonly figures: CampaignBacktest }>
}) => {
  const first = props.tested[0]?.figures
  if (first === undefined) return null
  return (
    <Stack>
      <FiguresTable
        notes={first.notes}
        columns={props.tested.map(({ label, figures }) => ({ label, figures: figuresOf(figures) }))}
      />
      {first.moments.length !== 1 && (
        <Section title={words.moments} flush>
          <Table
            label={words.moments}
            minWidth={320}
            columns={[
              { title: common.when, nowrap: true, cell: ({ at }) => showTime(at) },
              { title: words.audience, alignRight: true, cell: ({ audience }) => audience.toLocaleString() },
              { title: words.gotIt, alignRight: true, cell: ({ sent }) => sent.toLocaleString() },
              { title: words.leftOutShort, alignRight: true, cell: (moment) => leftOutOf(moment).toLocaleString() },
              { title: words.orders, alignRight: true, cell: ({ sales }) => sales.orders.toLocaleString() }
            ]}
            rows={first.moments}
            rowKey={({ at }) => String(at.epochMilliseconds)}
            empty={<EmptyState title={words.noMoment} />}
            error={null}
            retry={never}
          />
        </Section>
      )}
      <ExamplesTable
        examples={first.examples}
        textOf={(outcome) => (isReviewRule(outcome) ? leftOutText(outcome) : words.gotIt)}
      />
    </Stack>
  )
}
