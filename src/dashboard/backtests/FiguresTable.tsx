import { Alert, Text } from "@mantine/core"
import { type Backtest, maxPerPerson } from "../../domain/backtests/Backtest.ts"
import { Section } from "../components/Section.tsx"
import { Table } from "../components/Table.tsx"
import * as words from "../words/backtests.ts"

/** A figure with its label. */
export type Figure = readonly [label: string, value: string]

/** How many people would have got how many messages. */
export const messagesEach = (rows: Backtest["messages_per_person"]): ReadonlyArray<Figure> =>
  rows.map(({ messages, people }) => [words.messagesEach(messages, messages === maxPerPerson), people.toLocaleString()])

const never = () => undefined

/**
 * The figures of one or two definitions, side by side, after what is not known of the past. On a phone a table shows no title of its last
 * column, so the figures of the second one are labelled.
 */
export const FiguresTable = (props: {
  readonly notes: ReadonlyArray<string>
  readonly columns: ReadonlyArray<{ readonly label: string; readonly figures: ReadonlyArray<Figure> }>
}) => {
  const columns = props.columns.map(({ label, figures }) => ({ label, values: new Map(figures) }))
  const labels = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))]
  return (
    <>
      {props.notes.length > 0 && (
        <Alert color="gray" title={words.unknown}>
          {props.notes.map((note) => (
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
            ...columns.map(({ label, values }, at) => ({
              title: label,
              alignRight: true,
              nowrap: true,
              cell: (figure: string) => (
                <>
                  {at > 0 && at === columns.length - 1 && (
                    <Text span hiddenFrom="sm" size="xs" c="dimmed">{`${label} `}</Text>
                  )}
                  {values.get(figure) ?? "0"}
                </>
              )
            }))
          ]}
          rows={labels}
          rowKey={(label) => label}
          empty={null}
          error={null}
          retry={never}
        />
      </Section>
    </>
  )
}
