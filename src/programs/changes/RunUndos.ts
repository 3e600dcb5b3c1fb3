import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { changeLimits } from "../../domain/changes/BulkChange.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { UndoQueue } from "../../store/changes/UndoQueue.ts"
import { transact } from "../../store/database/Transaction.ts"
import { SegmentEntries } from "../../store/flows/SegmentEntries.ts"
import { undoContacts } from "./undoContacts.ts"

/** Undoes bulk changes in the background, some contacts at a time. */
export class RunUndos extends Context.Service<
  RunUndos,
  {
    /**
     * Undoes the next contacts of one change and says whether any change waited. What it does and its record are one transaction, so that
     * a crash repeats nothing. Any number of processes may run it.
     */
    readonly step: Effect.Effect<boolean, Unavailable>
  }
>()("tally/programs/changes/RunUndos") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queue = yield* UndoQueue
      const { step } = yield* undoContacts
      return RunUndos.of({
        step: Effect.gen(function* () {
          const claimed = yield* transact(sql)(queue.claim)
          if (claimed === undefined) return false
          const { undo_actor: actor, undo_cause: cause, undone_after: after, ...change } = claimed
          yield* transact(sql)(step({ ...change, after }, { actor, cause }, changeLimits.step))
          return true
        })
      })
    })
  ).pipe(Layer.provide(SegmentEntries.layer))
}
