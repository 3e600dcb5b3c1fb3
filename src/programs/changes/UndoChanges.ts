import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type BulkChange, changeLimits, type UndoPreview } from "../../domain/changes/BulkChange.ts"
import type { KeptReason } from "../../domain/changes/keptReasons.ts"
import type { UndoAuthor } from "../../domain/changes/undoChange.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { isId } from "../../domain/values/Id.ts"
import { BulkChanges } from "../../store/changes/BulkChanges.ts"
import { UndoQueue } from "../../store/changes/UndoQueue.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { readOnly, transact } from "../../store/database/Transaction.ts"
import { ContactTopics } from "../../store/contacts/ContactTopics.ts"
import { SegmentEntries } from "../../store/flows/SegmentEntries.ts"
import { undoContacts } from "./undoContacts.ts"

/** Milliseconds after which a part of a preview ends: a caller sees progress. */
const partMillis = 1_000

type Author = Omit<UndoAuthor, "source_id">
type UndoFailure = NotFound | ValidationFailed | Unavailable

/** The calls by which a bulk change is undone. */
export class UndoChanges extends Context.Service<
  UndoChanges,
  {
    /** Lets the background undo the change. Repeated, it changes nothing. */
    readonly start: (account_id: string, id: string, author: Author) => Effect.Effect<BulkChange, UndoFailure>
    /** Decides the undo of as many contacts as a second allows, after `cursor`. Writes and locks nothing. */
    readonly preview: (
      account_id: string,
      id: string,
      author: Author,
      cursor: string | undefined
    ) => Effect.Effect<{ readonly change: BulkChange; readonly preview: UndoPreview }, UndoFailure>
  }
>()("tally/programs/changes/UndoChanges") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* BulkChanges
      const queue = yield* UndoQueue
      const contacts = yield* Contacts
      const { decide } = yield* undoContacts

      const read = Effect.fnUntraced(function* (account_id: string, id: string) {
        const change = yield* changes.read(account_id, id)
        if (change.action === "delete") return yield* deleted
        if (change.undo === null && !change.can_undo) return yield* underWay
        return change
      })

      const part = (account_id: string, change_id: string, author: Author, after: string) =>
        readOnly(sql)(
          Effect.gen(function* () {
            const change = { account_id, change_id }
            const ids = yield* queue.next(change, after, changeLimits.step)
            const found = yield* contacts.readMany(account_id, ids)
            const rows = yield* queue.read(change, ids)
            return { last: ids.at(-1), undos: yield* decide(change, author, rows, found) }
          })
        )

      return UndoChanges.of({
        start: Effect.fn("UndoChanges.start")(function* (account_id, id, author) {
          yield* read(account_id, id)
          yield* transact(sql)(changes.startUndo(account_id, id, author))
          return yield* changes.read(account_id, id)
        }),
        preview: Effect.fn("UndoChanges.preview")(function* (account_id, id, author, cursor) {
          if (cursor !== undefined && !isId(cursor)) return yield* wrongCursor
          const change = yield* read(account_id, id)
          const started = yield* Clock.currentTimeMillis
          const reasons = new Map<KeptReason, number>()
          let [after, contactCount, kept, isEnd] = [cursor ?? "", 0, 0, false]
          while (!isEnd && (contactCount === 0 || (yield* Clock.currentTimeMillis) - started < partMillis)) {
            const { last, undos } = yield* part(account_id, id, author, after)
            for (const undo of undos) {
              if (undo.kept.length > 0) kept++
              for (const reason of new Set(undo.kept.map((member) => member.reason)))
                reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
            }
            contactCount += undos.length
            after = last ?? after
            isEnd = last === undefined
          }
          const preview = {
            contacts: contactCount,
            undone: contactCount - kept,
            kept,
            reasons: [...reasons].map(([reason, count]) => ({ reason, contacts: count })),
            next_cursor: isEnd ? null : after
          }
          return { change, preview }
        })
      })
    })
  ).pipe(Layer.provide([SegmentEntries.layer, UndoQueue.layer, ContactTopics.layer]))
}

const underWay = invalid("", "The import is under way; wait until it is finished, or cancel it")
const deleted = invalid("", "Deleted contacts can't be brought back: nothing of them is kept")
const wrongCursor = invalid("cursor", "Must be the next_cursor of an earlier part")
