import { Effect } from "effect"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import { invalidCursor, type KeysetSlice, parseCursor } from "../../domain/lists/ListPosition.ts"

/** The page of a list: `cursor` is the `next_cursor` of an earlier page. */
export interface CountedQuery {
  readonly per_page?: number
  readonly cursor?: string
}

/** A list of contacts in descending order of ids. `name`: all that says which contacts it lists. */
interface CountedList<E, F> {
  readonly name: ReadonlyArray<unknown>
  readonly count: Effect.Effect<number, E>
  readonly read: (slice: KeysetSlice) => Effect.Effect<ReadonlyArray<FullContact>, F>
}

/**
 * One page of a list that is counted once: its cursors carry the total of the first page, and a keyed hash over `name`, so that a cursor
 * of another list is refused.
 */
export const countedContacts = (hash: (text: string) => string) => {
  const sign = (name: ReadonlyArray<unknown>, position: string) =>
    `${position}.${hash(JSON.stringify([...name, position])).slice(0, 22)}`
  return Effect.fnUntraced(function* <E, F>(
    { per_page = 25, cursor }: CountedQuery,
    { name, count, read }: CountedList<E, F>
  ) {
    const text = cursor?.slice(0, cursor.lastIndexOf("."))
    const position = text === undefined || sign(name, text) !== cursor ? undefined : parseCursor(text)
    if (cursor !== undefined && position === undefined) return yield* invalidCursor
    const total = position?.at ?? (yield* count)
    // A search for the first of none would look at every contact.
    const rows = total === 0 ? [] : yield* read({ before: position?.id ?? null, limit: per_page + 1 })
    const contacts = rows.slice(0, per_page)
    const last = contacts.at(-1)
    return {
      contacts,
      pagination: {
        page: 1,
        per_page,
        total_count: total,
        total_pages: Math.ceil(total / per_page),
        next_cursor: rows.length > per_page && last !== undefined ? sign(name, `${total}.${last.contact_id}`) : null
      }
    }
  })
}
