import { Schema } from "effect"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { NonEmptyText, text } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

export const ImportKind = Schema.Literals(["orders", "contacts"])
export type ImportKind = typeof ImportKind.Type

const ImportStatus = Schema.Literals(["uploading", "running", "finished", "cancelled"])

/**
 * What an import may hold: records, bytes of them all, characters of one and of the layout (as many as a body has room for,
 * whatever they are), records a call, bytes of records that are read at a time (reading them keeps everything else waiting),
 * failed records that are told one by one, and issues of each. Imports are kept for 30 days.
 */
export const importLimits = {
  records: 100_000,
  bytes: 128 * 1024 * 1024,
  record: 250_000,
  layout: 50_000,
  perCall: 500,
  bytesInHand: 1024 * 1024,
  toldFailures: 10_000,
  toldFaults: 10,
  keptMillis: 30 * 86_400_000
} as const

/** A file that is being taken in. `received` records are uploaded; of these `imported` and `failed` are done. `layout` is the browser's own. */
export const Import = Schema.Struct({
  id: Schema.String,
  kind: ImportKind,
  status: ImportStatus,
  file_name: Schema.String,
  file_size: Schema.Int,
  layout: Schema.String,
  received: Schema.Int,
  imported: Schema.Int,
  failed: Schema.Int,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Import" })
export type Import = typeof Import.Type

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))

export const ImportInput = Schema.Struct({
  kind: ImportKind,
  file_name: NonEmptyText,
  file_size: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  layout: text(importLimits.layout)
}).annotate({ identifier: "ImportInput" })
export type ImportInput = typeof ImportInput.Type

/** A body as the public API takes it, as JSON text, and the row of the file where it begins. */
const ImportRecord = Schema.Struct({ row: Count, body: text(importLimits.record) })
export type ImportRecord = typeof ImportRecord.Type

/** The records of the file from the `from`-th on, counted from 0. What the service has of them already is passed over. */
export const ImportRecords = Schema.Struct({
  from: Count,
  records: Schema.Array(ImportRecord).check(Schema.isMaxLength(importLimits.perCall))
}).annotate({ identifier: "ImportRecords" })
export type ImportRecords = typeof ImportRecords.Type

/** A record that was not taken, and all that is wrong with it. */
export interface FailedRecord {
  readonly row: number
  readonly issues: ReadonlyArray<ValidationIssue>
}

/** What became of a record that waited. No issues: it was taken. */
export interface ImportOutcome extends FailedRecord {
  readonly position: number
}
