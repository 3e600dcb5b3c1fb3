import { Context, Effect, Layer, Semaphore } from "effect"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import { ContactExports } from "../../store/contacts/ContactExports.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"

// Bounds the memory of large exports.
const concurrentExports = 2

/** Everything kept of one contact, for the person it is about (contract §14). */
export class ExportContact extends Context.Service<
  ExportContact,
  {
    /**
     * One JSON document: `data` has the rows of each table of the data map, exact to the digit, and `truncated` names the tables that have
     * more rows than an export takes. Two are made at a time; further calls wait.
     */
    readonly json: (contact: {
      readonly account_id: string
      readonly contact_id: string
    }) => Effect.Effect<string, NotFound | Unavailable>
  }
>()("tally/programs/contacts/ExportContact") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const exports = yield* ContactExports
      const semaphore = yield* Semaphore.make(concurrentExports)
      return ExportContact.of({
        json: Effect.fn("ExportContact.json")(function* (ref) {
          const { tables, truncated } = yield* exports.read(yield* contacts.read(ref))
          const members = tables.map(([table, rows]) => `${JSON.stringify(table)}:[${rows.join()}]`)
          return `{"data":{${members.join()}},"truncated":${JSON.stringify(truncated)}}`
        }, semaphore.withPermit)
      })
    })
  )
}
