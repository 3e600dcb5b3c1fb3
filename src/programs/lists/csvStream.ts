import { Effect, Option, Stream } from "effect"
import { maxExportedRows } from "../../domain/capacity/quotas.ts"
import { csvLine } from "../../domain/values/csvCell.ts"

/** The columns of a CSV file: the name of each, with its cell. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string>>

interface CsvList<Row, Key, E, R> {
  readonly columns: CsvColumns<Row>
  readonly positionOf: (row: Row) => Key
  readonly read: (slice: {
    readonly before: Key | null
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Row>, E, R>
}

const pageSize = 200

interface CsvPosition<Key> {
  readonly before: Key | null
  readonly left: number
}

/**
 * A list in descending order as CSV, at most 500,000 rows. The first page is read at once, so that its failure is still answered as an error;
 * the others as the receiver takes them, and a failure then cuts the file off. A row that exists throughout is in the file exactly once. A byte
 * order mark tells spreadsheets that the file is UTF-8.
 */
export const csvStream = <Row, Key, E, R>({ columns, positionOf, read }: CsvList<Row, Key, E, R>) => {
  const cells = Object.values(columns)
  const readPage = Effect.fnUntraced(function* ({ before, left }: CsvPosition<Key>) {
    const limit = Math.min(pageSize, left)
    const rows = yield* read({ before, limit })
    const last = rows.at(-1)
    const next =
      last === undefined || rows.length < limit || left === limit
        ? Option.none<CsvPosition<Key>>()
        : Option.some({ before: positionOf(last), left: left - limit })
    return [rows.map((row) => csvLine(cells.map((cellOf) => cellOf(row)))).join(""), next] as const
  })
  const pagesFrom = (position: CsvPosition<Key>) =>
    Stream.paginate(position, (at) => Effect.map(readPage(at), ([lines, next]) => [[lines], next] as const))
  return Effect.map(readPage({ before: null, left: maxExportedRows }), ([lines, next]) =>
    Stream.concat(
      Stream.make(`\uFEFF${csvLine(Object.keys(columns))}${lines}`),
      Option.match(next, { onNone: () => Stream.empty, onSome: pagesFrom })
    )
  )
}
