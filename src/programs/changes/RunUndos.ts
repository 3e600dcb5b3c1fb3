import { Cause, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { changeLimits } from "../../domain/changes/BulkChange.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { type ChangeKey, UndoQueue } from "../../store/changes/UndoQueue.ts"
import { transact } from "../../store/database/Transaction.ts"
import { ContactTopics } from "../../store/contacts/ContactTopics.ts"
import { SegmentEntries } from "../../store/flows/SegmentEntries.ts"
import { undoContacts } from "./undoContacts.ts"

const failed = [{ member: "contact", name: null, reason: "service_failure" }] as const

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
      const undoApart = Effect.fnUntraced(function* (
        change: ChangeKey,
        after: string,
        undo: (after: string, limit: number) => Effect.Effect<void, Unavailable>
      ) {
        let last = after
        for (const contact_id of yield* transact(sql)(queue.next(change, after, changeLimits.step))) {
          yield* Effect.catchDefect(undo(last, 1), (defect) =>
            Effect.andThen(
              Effect.logError("A contact could not be undone", Cause.die(defect)),
              transact(sql)(queue.finish(change, contact_id, [{ contact_id, removed: false, kept: failed }]))
            )
          )
          last = contact_id
        }
      })
      return RunUndos.of({
        step: Effect.gen(function* () {
          const claimed = yield* transact(sql)(queue.claim)
          if (claimed === undefined) return false
          const { undo_actor: actor, undo_cause: cause, undone_after: after, ...change } = claimed
          const undo = (after: string, limit: number) =>
            transact(sql)(step({ ...change, after }, { actor, cause }, limit))
          // A defect leaves its contact alone: the others of the step are undone one by one.
          yield* Effect.catchDefect(undo(after, changeLimits.step), () => undoApart(change, after, undo))
          return true
        })
      })
    })
  ).pipe(Layer.provide([SegmentEntries.layer, ContactTopics.layer]))
}
