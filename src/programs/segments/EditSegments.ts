import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { NamedListQuery, Page } from "../../domain/lists/Page.ts"
import type { Segment, SegmentChange, SegmentInput } from "../../domain/segments/Segment.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { readOnly, transact, transactOnce } from "../../store/database/Transaction.ts"
import { Segments } from "../../store/segments/Segments.ts"

/** The operations on segments themselves, each in one transaction (contract §17). */
export class EditSegments extends Context.Service<
  EditSegments,
  {
    /** By name. */
    readonly list: (account_id: string, query: NamedListQuery) => Effect.Effect<Page<Segment>, Unavailable>
    readonly read: (account_id: string, segment_id: string) => Effect.Effect<Segment, NotFound | Unavailable>
    readonly create: (account_id: string, input: SegmentInput) => Effect.Effect<Segment, ValidationFailed | Unavailable>
    /** Idempotent. */
    readonly change: (
      account_id: string,
      segment_id: string,
      change: SegmentChange
    ) => Effect.Effect<Segment, NotFound | Unavailable>
    /** Deletes the segment, not its contacts, and gives it as it was. Fails if a flow starts by it. */
    readonly remove: (
      account_id: string,
      segment_id: string
    ) => Effect.Effect<Segment, NotFound | ValidationFailed | Unavailable>
  }
>()("tally/programs/segments/EditSegments") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const segments = yield* Segments
      return EditSegments.of({
        list: (account_id, query) => readOnly(sql)(segments.list(account_id, query)),
        read: (account_id, segment_id) => readOnly(sql)(segments.read(account_id, segment_id)),
        create: (account_id, input) => transactOnce(sql)(segments.create(account_id, input)),
        change: (account_id, segment_id, change) => transact(sql)(segments.change(account_id, segment_id, change)),
        remove: (account_id, segment_id) => transactOnce(sql)(segments.remove(account_id, segment_id))
      })
    })
  )
}
