import { Effect, Semaphore, type Stream } from "effect"
import { permits } from "../../domain/capacity/bounds.ts"
import { contactFilter } from "../../domain/contacts/contactFilter.ts"
import type { ContactSearchQuery } from "../../domain/contacts/ContactQuery.ts"
import type { Contact, FullContact } from "../../domain/contacts/Contact.ts"
import type { KeptData } from "../../domain/contacts/keptData.ts"
import { contactCsvColumns } from "../../domain/contacts/contactsCsv.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { ContactQueries } from "../../store/contacts/ContactQueries.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { csvStream } from "../lists/csvStream.ts"
import { exportedContacts } from "./exportedContacts.ts"

// Escaped for HTML, text grows to the fivefold.
const maxPageBytes = 8 * 1024 * 1024

/** Contacts as CSV, and everything kept of one contact, for the person it is about (contract §14). */
export interface ExportContacts {
  /**
   * The contacts of a filter, newest first, at most 500,000. Pages are read as the receiver takes them; a contact that exists throughout
   * is in the file exactly once.
   */
  readonly csv: (
    account: { readonly account_id: string; readonly default_country: string },
    query: ContactSearchQuery
  ) => Effect.Effect<Stream.Stream<string, Unavailable>, ValidationFailed | Unavailable>
  /**
   * One JSON document: `data` has the rows of each table of the data map, exact to the digit, and `truncated` names the tables that have
   * more rows than an export takes. Two are made at a time; further calls wait.
   */
  readonly json: (contact: {
    readonly account_id: string
    readonly contact_id: string
  }) => Effect.Effect<string, NotFound | Unavailable>
  /** The same rows for a page, of at most 8 MiB, with the contact. Counts as an export. */
  readonly kept: (contact: {
    readonly account_id: string
    readonly contact_id: string
  }) => Effect.Effect<KeptData & { readonly contact: Contact }, NotFound | Unavailable>
}

export const makeExportContacts = Effect.gen(function* () {
  const queries = yield* ContactQueries
  const contacts = yield* Contacts
  const withTopics = yield* exportedContacts
  const semaphore = yield* Semaphore.make(permits.contactExports)
  const part: ExportContacts = {
    csv: Effect.fn("ReadContacts.csv")(function* ({ account_id, default_country }, query) {
      const filter = yield* Effect.fromResult(contactFilter(query, default_country))
      const total = yield* queries.total(account_id, filter)
      return yield* csvStream({
        columns: contactCsvColumns,
        positionOf: ({ contact_id, last_order_at }: FullContact) => ({ contact_id, last_order_at }),
        read: (slice) =>
          Effect.flatMap(
            queries.read(account_id, filter, { ...slice, offset: 0, total, sort: query.sort }),
            (contacts) => withTopics(account_id, contacts)
          )
      })
    }),
    json: Effect.fn("ReadContacts.json")(function* (ref) {
      const { tables, truncated } = yield* queries.readExport(yield* contacts.read(ref))
      const members = tables.map(([table, rows]) => `${JSON.stringify(table)}:[${rows.join()}]`)
      return `{"data":{${members.join()}},"truncated":${JSON.stringify(truncated)}}`
    }, semaphore.withPermit),
    kept: Effect.fn("ReadContacts.kept")(function* (ref) {
      const contact = yield* contacts.read(ref)
      return { contact, ...(yield* queries.readExport(contact, maxPageBytes)) }
    }, semaphore.withPermit)
  }
  return part
})
