import { Schema } from "effect"
import { type Import, importLimits, type ImportKind, type ImportRecord } from "../../domain/imports/Import.ts"
import { continuesOrder, type FileRow, recordOf } from "../../domain/imports/importRows.ts"
import { call } from "../call.ts"
import { readFile } from "./readFile.ts"

/** How a file's columns are read. NDJSON has none: each line is a body of the API. */
export const Layout = Schema.Struct({
  headers: Schema.Array(Schema.String),
  targets: Schema.Array(Schema.String)
})
export type Layout = typeof Layout.Type

const bytesPerCall = 600_000

const bytesOf = (record: ImportRecord): number => new TextEncoder().encode(JSON.stringify(record)).length

/** Makes records of rows as they come; rows of one order are held back until it is whole. */
const collector = (kind: ImportKind, { headers, targets }: Layout) => {
  let open: ReadonlyArray<FileRow> = []
  const close = (): ReadonlyArray<ImportRecord> => (open.length === 0 ? [] : [recordOf(kind, headers, targets, open)])
  return {
    add: (row: FileRow): ReadonlyArray<ImportRecord> => {
      if (headers.length === 0) return [{ row: row.row, body: row.cells[0] ?? "" }]
      if (row.row === 1) return []
      const before = open.at(-1)
      if (kind === "orders" && before !== undefined && continuesOrder(targets, before, row)) {
        // The name stands on the first row of an order alone in some exports.
        open = [...open, { ...row, cells: named(targets, before, row) }]
        return []
      }
      const whole = close()
      open = [row]
      return whole
    },
    end: close
  }
}

const named = (targets: ReadonlyArray<string>, before: FileRow, { cells }: FileRow): ReadonlyArray<string> => {
  const key = targets.includes("order") ? targets.indexOf("order") : targets.indexOf("order_id")
  return cells.map((cell, at) => (at === key && cell.trim() === "" ? (before.cells[at] ?? "") : cell))
}

/** Uploads what the service does not have of a file yet, and starts the import. `progress` is 0 to 1. */
export const upload = async (
  account: string,
  { id, kind, received }: Import,
  file: File,
  layout: Layout,
  progress: (share: number) => void
): Promise<void> => {
  const params = { account, id }
  const records = collector(kind, layout)
  let waiting: Array<ImportRecord> = []
  let size = 0
  let position = 0
  let from = received
  const send = async () => {
    if (waiting.length === 0) return
    await call((api) => api.imports.receive({ params, payload: { from, records: waiting } }))
    from += waiting.length
    waiting = []
    size = 0
  }
  const push = async (made: ReadonlyArray<ImportRecord>) => {
    for (const record of made) {
      if (position++ < received) continue
      const bytes = bytesOf(record)
      if (waiting.length === importLimits.perCall || size + bytes > bytesPerCall) await send()
      waiting.push(record)
      size += bytes
    }
  }
  await readFile(file, async (rows, read) => {
    for (const row of rows) await push(records.add(row))
    progress(read)
    return true
  })
  await push(records.end())
  await send()
  await call((api) => api.imports.start({ params }))
}
