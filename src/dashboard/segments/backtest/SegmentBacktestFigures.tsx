import { Stack } from "@mantine/core"
import type { SegmentBacktest } from "../../../domain/backtests/SegmentBacktest.ts"
import { ExamplesTable } from "../../backtests/ExamplesTable.tsx"
import { type Figure, FiguresTable } from "../../backtests/FiguresTable.tsx"
import { EmptyState } from "../../components/Feedback.tsx"
import { Section } from "../../components/Section.tsx"
import { Table } from "../../components/Table.tsx"
import * as common from "../../words/backtests.ts"
import * as words from "../../words/segmentBacktest.ts"

const figuresOf = ({ start, end, entered, left, unjudged }: SegmentBacktest): ReadonlyArray<Figure> => [
  [words.atStart, start.toLocaleString()],
  [words.cameIn, common.timesOfPeople(entered.times, entered.people)],
  [words.wentOut, common.timesOfPeople(left.times, left.people)],
  [words.atEnd, end.toLocaleString()],
  ...(unjudged === 0 ? [] : [[common.unjudged, unjudged.toLocaleString()] as const])
]

const never = () => undefined

/** Who would have been in the segment, for one or two sets of conditions; days and people are those of the first. */
export const SegmentBacktestFigures = (props: {
  readonly tested: ReadonlyArray<{ readonly label: string; readonly figures: SegmentBacktest }>
}) => {
  const first = props.tested[0]?.figures
  if (first === undefined) return null
  return (
    <Stack>
      <FiguresTable
        notes={first.notes}
        columns={props.tested.map(({ label, figures }) => ({ label, figures: figuresOf(figures) }))}
      />
      <Section title={common.byDay} flush>
        <Table
          label={common.byDay}
          minWidth={320}
          columns={[
            { title: common.day, nowrap: true, cell: ({ day }) => day },
            { title: words.members, alignRight: true, cell: ({ members }) => members.toLocaleString() },
            { title: common.entered, alignRight: true, cell: ({ entered }) => entered.toLocaleString() },
            { title: words.left, alignRight: true, cell: ({ left }) => left.toLocaleString() }
          ]}
          rows={first.days}
          rowKey={({ day }) => day}
          empty={<EmptyState title={words.noDay} />}
          error={null}
          retry={never}
        />
      </Section>
      <ExamplesTable examples={first.examples} textOf={(outcome) => words.outcomes[outcome] ?? outcome} />
    </Stack>
  )
}
