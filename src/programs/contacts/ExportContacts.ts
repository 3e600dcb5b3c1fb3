import { Context, Effect, Layer, type Stream } from "effect"
import { contactFilter } from "../../domain/contacts/contactFilter.ts"
import type { ContactSearchQuery } from "../../domain/contacts/ContactQuery.ts"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import { contactCsvColumns } from "../../domain/contacts/contactsCsv.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { ContactQueries } from "../../store/contacts/ContactQueries.ts"
import { csvStream } from "../lists/csvStream.ts"

/** Contacts as CSV. */
export class ExportContacts extends Context.Service<
  ExportContacts,
  {
    /**
     * The contacts of a filter, newest first, at most 500,000. Pages are read as the receiver takes them; a contact that exists throughout
     * is in the file exactly once.
     */
    readonly csv: (
      account: { readonly account_id: string; readonly default_country: string },
      query: ContactSearchQuery
    ) => Effect.Effect<Stream.Stream<string, Unavailable>, ValidationFailed | Unavailable>
  }
>()("tally/programs/contacts/ExportContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const queries = yield* ContactQueries
      return ExportContacts.of({
        csv: Effect.fn("ExportContacts.csv")(function* ({ account_id, default_country }, query) {
          const filter = yield* Effect.fromResult(contactFilter(query, default_country))
          const total = yield* queries.total(account_id, filter)
          return yield* csvStream({
            columns: contactCsvColumns,
            positionOf: ({ contact_id, last_order_at }: FullContact) => ({ contact_id, last_order_at }),
            read: (slice) => queries.read(account_id, filter, { ...slice, offset: 0, total, sort: query.sort })
          })
        })
      })
    })
  )
}
