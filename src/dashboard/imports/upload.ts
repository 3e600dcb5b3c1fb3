import { Schema } from "effect"
import { type Import, importLimits, type ImportKind, type ImportRecord } from "../../domain/imports/Import.ts"
import { continuesOrder, type FileRow, recordOf } from "../../domain/imports/importRows.ts"
import { call } from "../call.ts"
import { readFile } from "./readFile.ts"

/** The header row of a file and the target field of each column. Empty for NDJSON, whose lines are API bodies. */
export const Layout = Schema.Struct({
  headers: Schema.Array(Schema.String),
  targets: Schema.Array(Schema.String)
})
export type Layout = typeof Layout.Type

const bytesPerCall = 600_000

const bytesOf = (record: ImportRecord): number => new TextEncoder().encode(JSON.stringify(record)).length

/** Turns rows into records. Consecutive rows of one order are buffered until the next order starts. */
const recordBuilder = (kind: ImportKind, { headers, targets }: Layout) => {
  let buffered: ReadonlyArray<FileRow> = []
  const flush = (): ReadonlyArray<ImportRecord> =>
    buffered.length === 0 ? [] : [recordOf(kind, headers, targets, buffered)]
  return {
    add: (row: FileRow): ReadonlyArray<ImportRecord> => {
      if (headers.length === 0) return [{ row: row.row, body: row.cells[0] ?? "" }]
      if (row.row === 1) return []
      const previous = buffered.at(-1)
      if (kind === "orders" && previous !== undefined && continuesOrder(targets, previous, row)) {
        // Some exports have the order name only on the first row of an order.
        buffered = [...buffered, { ...row, cells: withOrderName(targets, previous, row) }]
        return []
      }
      const completed = flush()
      buffered = [row]
      return completed
    },
    end: flush
  }
}

const withOrderName = (
  targets: ReadonlyArray<string>,
  previous: FileRow,
  { cells }: FileRow
): ReadonlyArray<string> => {
  const key = targets.includes("order") ? targets.indexOf("order") : targets.indexOf("order_id")
  return cells.map((cell, index) => (index === key && cell.trim() === "" ? (previous.cells[index] ?? "") : cell))
}

/** Uploads the records after the first `received` ones, then starts the import. `onProgress` gets a fraction, 0 to 1. */
export const upload = async (
  account: string,
  { id, kind, received }: Import,
  file: File,
  layout: Layout,
  onProgress: (fraction: number) => void
): Promise<void> => {
  const params = { account, id }
  const builder = recordBuilder(kind, layout)
  let pending: Array<ImportRecord> = []
  let size = 0
  let position = 0
  let from = received
  const send = async () => {
    if (pending.length === 0) return
    await call((api) => api.imports.receive({ params, payload: { from, records: pending } }))
    from += pending.length
    pending = []
    size = 0
  }
  const push = async (records: ReadonlyArray<ImportRecord>) => {
    for (const record of records) {
      if (position++ < received) continue
      const bytes = bytesOf(record)
      if (pending.length === importLimits.perCall || size + bytes > bytesPerCall) await send()
      pending.push(record)
      size += bytes
    }
  }
  await readFile(file, async (rows, fractionRead) => {
    for (const row of rows) await push(builder.add(row))
    onProgress(fractionRead)
    return true
  })
  await push(builder.end())
  await send()
  await call((api) => api.imports.start({ params }))
}
