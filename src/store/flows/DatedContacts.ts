import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { DateRule } from "../../domain/flows/dateTriggers.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"
import { ZoneFields, zoneFieldsJson } from "../contacts/zoneFieldsJson.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"

const IdRow = Schema.Struct({ contact_id: Schema.String })
const DatedRow = Schema.Struct({
  ...ContactRow.fields,
  value: Schema.NullOr(Schema.String),
  zone_fields: ZoneFields
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
export interface DatedContacts {
  /** The ids of the first `maxDated` contacts of a range whose field begins with one of the dates, or for yearly rules with such a day of any year. */
  readonly find: (
    range: ContactRange,
    rule: DateRule,
    dates: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
  /** Locks contacts, and reads their field and those that may hold their time zone. */
  readonly lock: (
    account_id: string,
    field: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<typeof DatedRow.Type>, SqlError.SqlError>
}

export const makeDatedContacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const part: DatedContacts = {
    find: ({ account_id, after, end }, { field, repeat }, dates) => {
      const kept = sql`custom_fields ->> ${field}`
      // A date without a year begins with two hyphens.
      const value =
        repeat === "once"
          ? sql`substring(${kept} FROM 1 FOR 10)`
          : sql`substring(${kept} FROM CASE WHEN left(${kept}, 2) = '--' THEN 3 ELSE 6 END FOR 5)`
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
              SELECT ${sql.literal(contactRowColumns)}, custom_fields ->> ${field} AS value, ${zoneFieldsJson(sql)}::text AS zone_fields
              FROM contacts WHERE account_id = ${account_id} AND contact_id = ANY (${texts(ids)})
              ORDER BY contact_id FOR NO KEY UPDATE`.pipe(query(DatedRow))
  }
  return part
})
