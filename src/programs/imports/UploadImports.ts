import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { Import, ImportInput } from "../../domain/imports/Import.ts"
import { layoutIssues } from "../../domain/imports/layoutIssues.ts"
import { bodyOfStored, isTooLong, readPart, storedRecord } from "../../domain/imports/readPart.ts"
import { noAddress, recordAddress } from "../../domain/contacts/erasureMatching.ts"
import { invalid, ValidationFailed } from "../../domain/ValidationIssue.ts"
import { transact, transactOnce } from "../../store/database/Transaction.ts"
import { Imports, notUploading } from "../../store/imports/Imports.ts"
import { inSlices } from "./inSlices.ts"

type UploadFailure = NotFound | ValidationFailed | Unavailable

/** Bytes of a file from byte `from` on. */
interface FilePart {
  readonly from: number
  readonly bytes: Uint8Array
}

/** The calls by which a user uploads a file and starts its import, each in one transaction. */
export class UploadImports extends Context.Service<
  UploadImports,
  {
    /** `actor` is the user who imports. An account has at most five imports under way, also when calls race. */
    readonly create: (
      account_id: string,
      actor: string,
      input: ImportInput
    ) => Effect.Effect<Import, ValidationFailed | Unavailable>
    /**
     * Reads the records of a part of the file that begins at byte `from`. The next part begins at the byte `uploaded` of the answer, at or before
     * the end of this part. Idempotent; a part behind a gap is rejected.
     */
    readonly receive: (account_id: string, id: string, part: FilePart) => Effect.Effect<Import, UploadFailure>
    /** Ends the upload and starts the import. Idempotent. */
    readonly start: (account_id: string, id: string) => Effect.Effect<Import, UploadFailure>
    /** Ends the import; records that are imported already stay. Idempotent. */
    readonly cancel: (account_id: string, id: string) => Effect.Effect<Import, NotFound | Unavailable>
  }
>()("tally/programs/imports/UploadImports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const imports = yield* Imports
      return UploadImports.of({
        create: Effect.fn("UploadImports.create")(function* (account_id, actor, input) {
          const issues = layoutIssues(input.kind, input.layout)
          if (issues.length > 0) return yield* new ValidationFailed({ issues })
          return yield* imports.create(account_id, actor, input)
        }, transactOnce(sql)),
        receive: Effect.fn("UploadImports.receive")(function* (account_id, id, { from, bytes }) {
          const upload = yield* imports.lockUpload(account_id, id)
          const { kind, layout, status, uploaded, file_size, file_row } = upload
          // The answer to an earlier call for this part was lost.
          if (from < uploaded && status !== "cancelled") return upload
          if (status !== "uploading") return yield* notUploading
          if (from > uploaded) return yield* invalid("from", `Must be ${uploaded}: the bytes before are missing`)
          if (from + bytes.length > file_size) return yield* invalid("file", `Has more than ${file_size} bytes`)
          const read = readPart(kind, layout, { bytes, row: file_row, isEnd: from + bytes.length === file_size })
          if (Result.isFailure(read)) return yield* new ValidationFailed({ issues: [read.failure] })
          const taken = yield* inSlices(read.success.records, (record) => {
            const stored = storedRecord(layout, record)
            const address = isTooLong(stored) ? undefined : recordAddress(bodyOfStored(kind, layout, stored))
            return { row: record[0].row, stored, ...(address ?? noAddress) }
          })
          const long = taken.find(({ stored }) => isTooLong(stored))
          if (long !== undefined) return yield* invalid("file", `The record of row ${long.row} is too long`)
          const part = { records: taken, uploaded: from + read.success.bytes, row: read.success.row }
          return yield* imports.append(upload, account_id, part)
        }, transact(sql)),
        start: Effect.fn("UploadImports.start")(imports.start, transact(sql)),
        cancel: Effect.fn("UploadImports.cancel")(imports.cancel, transact(sql))
      })
    })
  )
}
