import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { DateRule } from "../../domain/flows/dateTriggers.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"
import { texts } from "../database/parameters.ts"
import { query } from "../database/query.ts"

const IdRow = Schema.Struct({ contact_id: Schema.String })
const DatedRow = Schema.Struct({
  ...ContactRow.fields,
  value: Schema.NullOr(Schema.String),
  zone: Schema.NullOr(Schema.String)
})

/** Contacts of one step that have one of the dates. */
export const maxDated = 500

/** The contacts after one and up to another, which `null` leaves open. */
interface ContactRange {
  readonly account_id: string
  readonly after: string | null
  readonly end: string | null
}

/** The contacts with a date in a custom field. Every member joins the open transaction. */
export class DatedContacts extends Context.Service<
  DatedContacts,
  {
    /** The ids of the first `maxDated` contacts of a range whose field begins with one of the dates, or for yearly rules with such a day of any year. */
    readonly find: (
      range: ContactRange,
      rule: DateRule,
      dates: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
    /** Locks contacts and reads their field and the custom field `timezone`. */
    readonly lock: (
      account_id: string,
      field: string,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<typeof DatedRow.Type>, SqlError.SqlError>
  }
>()("tally/store/flows/DatedContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return DatedContacts.of({
        find: ({ account_id, after, end }, { field, repeat }, dates) => {
          const value = sql`substring(custom_fields ->> ${field} FROM ${repeat === "once" ? 1 : 6}::int FOR ${repeat === "once" ? 10 : 5}::int)`
          return sql`
            SELECT contact_id FROM contacts
            WHERE account_id = ${account_id} AND contact_id > ${after ?? ""} AND (${end}::text IS NULL OR contact_id <= ${end}::text)
              AND ${value} = ANY (${texts(dates)})
            ORDER BY contact_id LIMIT ${maxDated}::int`.pipe(
            query(IdRow),
            Effect.map((rows) => rows.map(({ contact_id }) => contact_id))
          )
        },
        lock: (account_id, field, ids) =>
          ids.length === 0
            ? Effect.succeed([])
            : sql`
              SELECT ${sql.literal(contactRowColumns)}, custom_fields ->> ${field} AS value, custom_fields ->> 'timezone' AS zone
              FROM contacts WHERE account_id = ${account_id} AND contact_id = ANY (${texts(ids)})
              ORDER BY contact_id FOR NO KEY UPDATE`.pipe(query(DatedRow))
      })
    })
  )
}
