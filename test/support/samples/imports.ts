import { Effect, Layer, Result } from "effect"
import { type FileLayout, ndjsonLayout } from "../../../src/domain/imports/FileLayout.ts"
import type { ImportInput, ImportKind } from "../../../src/domain/imports/Import.ts"
import { guessColumns } from "../../../src/domain/imports/importColumns.ts"
import { detectMarks, inspectFile, layoutOf } from "../../../src/domain/imports/inspectFile.ts"
import { bodyOfStored, readPart, storedRecord } from "../../../src/domain/imports/readPart.ts"
import { Messages } from "../../../src/outbound/sending/Messages.ts"
import { RunImports } from "../../../src/programs/imports/RunImports.ts"
import { FlowsLayer } from "../../../src/programs/flows/FlowsLayer.ts"
import { WriteContacts } from "../../../src/programs/contacts/WriteContacts.ts"
import { Contacts } from "../../../src/store/contacts/Contacts.ts"
import { IdempotencyKeys } from "../../../src/store/events/IdempotencyKeys.ts"
import { Imports } from "../../../src/store/imports/Imports.ts"
import { SuppressionList } from "../../../src/store/contacts/SuppressionList.ts"
import { recordAddress } from "../../../src/domain/contacts/erasureMatching.ts"
import { PlacingLayer } from "../programs.ts"

/** Runs imports step by step, on the provided database. */
export const ImportingLayer = RunImports.layer.pipe(
  Layer.provide(WriteContacts.layer),
  Layer.provide(FlowsLayer),
  Layer.provide([Contacts.layer, IdempotencyKeys.layer, Messages.layer]),
  Layer.provide(SuppressionList.layerMemory),
  Layer.provide(PlacingLayer),
  Layer.provideMerge(Imports.layer)
)

/** A file of bodies of the API. */
export const ndjsonFile = (kind: ImportKind, file_size = 1): ImportInput => ({
  kind,
  file_name: "bodies.ndjson",
  file_size,
  layout: ndjsonLayout
})

/** The layout that the dashboard finds for a CSV file, with decimal points and days before months where both are possible. */
export const layoutOfCsv = (kind: ImportKind, bytes: Uint8Array, timezone = "UTC"): FileLayout => {
  const inspected = Result.getOrThrow(inspectFile(bytes, timezone))
  const targets = guessColumns(kind, inspected.headers, inspected.preset)
  const { decimal, dates } = detectMarks(inspected.rows, targets)
  const marks = { decimal: decimal === "," ? "," : ".", dates: dates === "mdy" ? "mdy" : "dmy" } as const
  return layoutOf(kind, inspected, targets, marks)
}

/** Lets an import have the bodies as its records, and its whole file. */
export const appendBodies = Effect.fnUntraced(function* (
  account_id: string,
  id: string,
  bodies: ReadonlyArray<string>
) {
  const imports = yield* Imports
  const upload = yield* imports.lockUpload(account_id, id)
  const records = bodies.map((body, at) => ({ row: at + 1, stored: body, ...recordAddress(body) }))
  yield* imports.append(upload, account_id, { records, uploaded: upload.file_size, row: bodies.length })
})

/** The bodies of the records of a file that is uploaded in parts of `size` bytes, with their rows. */
export const bodiesOf = (kind: ImportKind, layout: FileLayout, file: Uint8Array, size: number) => {
  const found: Array<readonly [number, string]> = []
  let [from, row] = [0, 0]
  while (from < file.length) {
    const bytes = file.subarray(from, from + size)
    const part = Result.getOrThrow(readPart(kind, layout, { bytes, row, isEnd: from + bytes.length === file.length }))
    found.push(
      ...part.records.map(
        (record) => [record[0].row, bodyOfStored(kind, layout, storedRecord(layout, record))] as const
      )
    )
    from += part.bytes
    row = part.row
  }
  return found
}
