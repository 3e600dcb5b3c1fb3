import { Effect } from "effect"
import type { BulkAction } from "../../domain/contacts/BulkAction.ts"
import { contactFilter } from "../../domain/contacts/contactFilter.ts"
import { ContactQueries } from "../../store/contacts/ContactQueries.ts"
import { ReadSegments } from "../segments/ReadSegments.ts"

/** Reads the first `limit` contacts after `before` that an action on many contacts is about, newest first. */
export const chosenContacts = Effect.gen(function* () {
  const queries = yield* ContactQueries
  const segments = yield* ReadSegments
  return Effect.fnUntraced(function* (
    { account_id, default_country }: { readonly account_id: string; readonly default_country: string },
    { filter = {}, contact_ids, conditions, before }: BulkAction,
    limit: number
  ) {
    if (conditions !== undefined) {
      return yield* segments.readDraft(account_id, conditions, { before: before ?? null, limit })
    }
    const named = contact_ids === undefined ? {} : { contact_ids }
    const found = { ...(yield* Effect.fromResult(contactFilter(filter, default_country))), ...named }
    const total = yield* queries.total(account_id, found)
    const position = before === undefined ? null : { contact_id: before, last_order_at: null }
    return yield* queries.read(account_id, found, { before: position, offset: 0, limit, total })
  })
})
