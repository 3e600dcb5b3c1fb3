import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { KeptMember } from "../../domain/changes/keptReasons.ts"
import { type UndoAuthor, undoChange, type UndoDecision } from "../../domain/changes/undoChange.ts"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import { noteDeadRows } from "../../store/upkeep/DeadRows.ts"
import { type ChangedRow, type ChangeKey, UndoQueue } from "../../store/changes/UndoQueue.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { ContactTopics } from "../../store/contacts/ContactTopics.ts"
import { SegmentEntries } from "../../store/flows/SegmentEntries.ts"

/** What an undo does to a contact. Without `decision` the contact is gone. */
export interface ContactUndo {
  readonly contact_id: string
  readonly kept: ReadonlyArray<KeptMember>
  readonly decision?: UndoDecision
}

const gone = (reason: "contact_erased" | "contact_merged"): ReadonlyArray<KeptMember> => [
  { member: "contact", name: null, reason }
]

/** The steps of an undo, which join the open transaction. */
export const undoContacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* UndoQueue
  const contacts = yield* Contacts
  const leftTopics = yield* ContactTopics
  const entries = yield* SegmentEntries

  const decide = Effect.fnUntraced(function* (
    change: ChangeKey,
    author: Omit<UndoAuthor, "source_id">,
    rows: ReadonlyArray<ChangedRow>,
    found: ReadonlyArray<FullContact>
  ) {
    const now = yield* Clock.currentTimeMillis
    const sinceOf = yield* queue.since(change, rows)
    const byId = new Map(found.map((contact) => [contact.contact_id, contact]))
    return rows.map((row): ContactUndo => {
      const { contact_id, changed, merged } = row
      const contact = byId.get(contact_id)
      if (merged) return { contact_id, kept: gone("contact_merged") }
      if (contact === undefined || changed === null) return { contact_id, kept: gone("contact_erased") }
      const decision = undoChange(now, { ...author, source_id: change.change_id }, changed, contact, sinceOf(row))
      return { contact_id, kept: decision.kept, decision }
    })
  })

  /** Undoes the next contacts of a change and records it. Starts no flows. */
  const step = Effect.fnUntraced(function* (
    change: ChangeKey & { readonly after: string },
    author: Omit<UndoAuthor, "source_id">,
    limit: number
  ) {
    const { account_id } = change
    const next = yield* queue.next(change, change.after, limit)
    // Contacts are locked before any other row, so that no two transactions deadlock.
    const locked = yield* contacts.lockMany(account_id, next)
    const rows = yield* queue.lock(change, next)
    const undos = yield* decide(change, author, rows, locked)
    const decisions = undos.flatMap(({ decision }) => decision ?? [])
    // The ledger of a contact that is deleted has its opposite lines too.
    const plain = decisions.filter(({ released }) => released === undefined)
    yield* contacts.saveMany(
      account_id,
      plain.map((decision) => (decision.removed ? { ...decision, changed: false } : decision))
    )
    yield* Effect.forEach(
      decisions.filter(({ released }) => released !== undefined),
      contacts.save,
      { discard: true }
    )
    yield* leftTopics.saveMany(
      account_id,
      decisions
        .filter(({ removed }) => !removed)
        .map(({ contact: { contact_id }, topics }) => [contact_id, topics] as const)
    )
    const removed = decisions.filter((decision) => decision.removed).map(({ contact }) => contact.contact_id)
    yield* queue.removeContacts(account_id, removed)
    if (removed.length > 0) yield* noteDeadRows(sql)
    yield* entries.addCurrent(
      decisions
        .filter((decision) => (decision.changed || decision.topics.ledger.length > 0) && !decision.removed)
        .map(({ contact }) => contact)
    )
    const outcomes = undos.map(({ contact_id, kept, decision }) => ({
      contact_id,
      kept,
      removed: decision?.removed === true
    }))
    yield* queue.finish(change, next.at(-1) ?? change.after, outcomes)
  })

  return { decide, step }
})
