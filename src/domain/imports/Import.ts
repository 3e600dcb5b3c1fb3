import { Schema } from "effect"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { NonEmptyText, text } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

export const ImportKind = Schema.Literals(["orders", "contacts"])
export type ImportKind = typeof ImportKind.Type

const ImportStatus = Schema.Literals(["uploading", "running", "finished", "cancelled"])

export const importLimits = {
  records: 100_000,
  /** Of all records together. */
  bytes: 128 * 1024 * 1024,
  /** Characters of one record: even at four bytes each they fit into a request body. */
  record: 250_000,
  /** Characters of the layout. */
  layout: 50_000,
  /** Records of one upload call. */
  perCall: 500,
  /** Bytes of records that a worker parses at a time: parsing blocks the process. */
  bytesPerBatch: 1024 * 1024,
  /** Failed records that are kept with their issues. */
  reportedFailures: 10_000,
  /** Issues that are kept of one failed record. */
  reportedIssues: 10,
  retentionMillis: 30 * 86_400_000
} as const

/** The import of a file. `received` records are uploaded; of these `imported` and `failed` are done. Only the dashboard reads `layout`. */
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

/** A request body of the public API as JSON text, and the row of the file where it begins. */
const ImportRecord = Schema.Struct({ row: Count, body: text(importLimits.record) })
export type ImportRecord = typeof ImportRecord.Type

/** Records of the file from position `from` on, counted from 0. Records that were received before are skipped. */
export const ImportRecords = Schema.Struct({
  from: Count,
  records: Schema.Array(ImportRecord).check(Schema.isMaxLength(importLimits.perCall))
}).annotate({ identifier: "ImportRecords" })
export type ImportRecords = typeof ImportRecords.Type

/** A record that could not be imported, and its issues. */
export interface FailedRecord {
  readonly row: number
  readonly issues: ReadonlyArray<ValidationIssue>
}

/** The outcome of a record: imported if it has no issues. */
export interface ImportOutcome extends FailedRecord {
  readonly position: number
}
