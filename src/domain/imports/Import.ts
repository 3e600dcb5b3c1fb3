import { Schema } from "effect"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { queryInteger } from "../values/queryInteger.ts"
import { NonEmptyText } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"
import { PageQuery } from "../lists/Page.ts"
import { FileLayout } from "./FileLayout.ts"
import { NoteKind, type RowNote } from "./importNotes.ts"

export const ImportKind = Schema.Literals(["orders", "contacts"])
export type ImportKind = typeof ImportKind.Type

const ImportStatus = Schema.Literals(["uploading", "running", "finished", "cancelled"])

export const importLimits = {
  records: 1_000_000,
  /** Of a file. */
  bytes: 512 * 1024 * 1024,
  /** Bytes of a file that a call uploads. */
  part: 512 * 1024,
  /** Characters of one record. */
  record: 250_000,
  /** Characters of the layout as JSON. */
  layout: 50_000,
  /** Bytes of records that a worker parses at a time: parsing blocks the process. */
  bytesPerBatch: 1024 * 1024,
  /** Failed records that are kept with their rows and issues. */
  reportedFailures: 10_000,
  /** Issues that are kept of one failed record. */
  reportedIssues: 10,
  retentionMillis: 30 * 86_400_000
} as const

/**
 * The import of a file. `uploaded` bytes of the file are read as `received` records; of these `imported` and `failed` are done. The next
 * part of the file begins at byte `uploaded`. Of the imported records, `cells_left_out` lost a cell, `without_email` have no e-mail, and of
 * `consents_not_taken` a consent was not taken.
 */
export const Import = Schema.Struct({
  id: Schema.String,
  kind: ImportKind,
  status: ImportStatus,
  file_name: Schema.String,
  file_size: Schema.Int,
  uploaded: Schema.Int,
  received: Schema.Int,
  imported: Schema.Int,
  failed: Schema.Int,
  cells_left_out: Schema.Int,
  without_email: Schema.Int,
  consents_not_taken: Schema.Int,
  lift_reason: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Import" })
export type Import = typeof Import.Type

/**
 * A file to import. With `lift_reason` its consents lift unsubscriptions and suppressions, and the consent ledger keeps the reason;
 * without, they never do (contract §4.10).
 */
export const ImportInput = Schema.Struct({
  kind: ImportKind,
  file_name: NonEmptyText,
  file_size: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: importLimits.bytes })),
  layout: FileLayout,
  lift_reason: Schema.optionalKey(Schema.NullOr(NonEmptyText))
}).annotate({ identifier: "ImportInput" })
export type ImportInput = typeof ImportInput.Type

const Position = queryInteger({ minimum: 0, maximum: importLimits.bytes })

/** The position of a part in its file, in bytes; the beginning unless given. */
export const PartQuery = Schema.Struct({ from: Schema.optionalKey(Position) })

/** A page of the notes of an import, of one kind if given. */
export const NotesQuery = { ...PageQuery, kind: Schema.optionalKey(NoteKind) }

/** A record that could not be imported, and its issues. `body` as it is stored; null where it was erased. */
export interface FailedRecord {
  readonly row: number
  readonly body: string | null
  readonly issues: ReadonlyArray<ValidationIssue>
}

/** The outcome of a record: imported if it has no issues. */
export interface ImportOutcome {
  readonly position: number
  readonly row: number
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly notes: ReadonlyArray<RowNote>
}
