import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { Import, ImportInput, ImportRecords } from "../../domain/imports/Import.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { transact, transactOnce } from "../../store/database/Transaction.ts"
import { Imports } from "../../store/imports/Imports.ts"

type UploadFailure = NotFound | ValidationFailed | Unavailable

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
    /** Appends the next records of the file. Idempotent; records after a gap are rejected. */
    readonly receive: (account_id: string, id: string, records: ImportRecords) => Effect.Effect<Import, UploadFailure>
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
        create: Effect.fn("UploadImports.create")(imports.create, transactOnce(sql)),
        receive: Effect.fn("UploadImports.receive")(imports.receive, transact(sql)),
        start: Effect.fn("UploadImports.start")(imports.start, transact(sql)),
        cancel: Effect.fn("UploadImports.cancel")(imports.cancel, transact(sql))
      })
    })
  )
}
