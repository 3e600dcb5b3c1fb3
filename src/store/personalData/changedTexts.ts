import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { jsonWithoutAddresses } from "../../domain/contacts/ownTextMatching.ts"
import { retried } from "../database/Transaction.ts"
import { columns, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { hasAddress } from "./ownTexts.ts"

type Addressed = Pick<Contact, "account_id" | "email" | "phone">

// Rows a statement: some tens of milliseconds of work.
const rows = 1_000

const key = { change_id: Schema.String, contact_id: Schema.String }
const queryFound = query(Schema.Struct({ ...key, has_address: Schema.Boolean, is_last: Schema.Boolean }))
const querySources = query(
  Schema.Struct({ ...key, changed: Schema.NullOr(Schema.String), kept: Schema.NullOr(Schema.String) })
)
/** The key of a row within the account. */
export type ChangedKey = Schema.Struct<typeof key>["Type"]

const keysParameter = (sql: SqlClient.SqlClient, keys: ReadonlyArray<ChangedKey>) =>
  columns(sql, texts(keys.map(({ change_id }) => change_id)), texts(keys.map(({ contact_id }) => contact_id)))

/** The keys of the next rows after `after` whose kept values have an address of the contact, and the last row of the part if more may follow. */
export const findChangedTexts = (sql: SqlClient.SqlClient, contact: Addressed, after: ChangedKey) =>
  sql`WITH part AS MATERIALIZED (
      SELECT change_id, contact_id, lower(concat(changed, kept) COLLATE "C") AS folded FROM bulk_change_contacts
      WHERE account_id = ${contact.account_id} AND (change_id, contact_id) > (${after.change_id}, ${after.contact_id})
      ORDER BY change_id, contact_id LIMIT ${rows}
    ), checked AS (
      SELECT change_id, contact_id, ${hasAddress(sql, contact)} AS has_address,
        row_number() OVER (ORDER BY change_id, contact_id) = ${rows}::int AS is_last
      FROM part
    )
    SELECT * FROM checked WHERE has_address OR is_last ORDER BY change_id, contact_id LIMIT ${rows}`.pipe(
    retried,
    queryFound
  )

/**
 * Replaces the addresses of a contact in what changes of other contacts kept, such as a tag that an undo would give back. Joins the open transaction.
 */
export const replaceChangedTexts = (sql: SqlClient.SqlClient, contact: Addressed, found: ReadonlyArray<ChangedKey>) =>
  Effect.gen(function* () {
    const { account_id } = contact
    const sources = yield* sql`SELECT change_id, contact_id, changed, kept FROM bulk_change_contacts
      WHERE account_id = ${account_id}
        AND (change_id, contact_id) IN (SELECT change_id, contact_id FROM ${keysParameter(sql, found)} AS found (change_id, contact_id))
      ORDER BY change_id, contact_id LIMIT ${found.length} FOR NO KEY UPDATE`.pipe(querySources)
    const replaced = jsonWithoutAddresses(contact)
    const without = (text: string | null) => (text === null ? null : replaced(text))
    const added = columns(
      sql,
      texts(sources.map(({ change_id }) => change_id)),
      texts(sources.map(({ contact_id }) => contact_id)),
      texts(sources.map(({ changed }) => without(changed))),
      texts(sources.map(({ kept }) => without(kept)))
    )
    yield* sql`UPDATE bulk_change_contacts own SET changed = new.changed, kept = new.kept
      FROM ${added} AS new (change_id, contact_id, changed, kept)
      WHERE own.account_id = ${account_id} AND own.change_id = new.change_id AND own.contact_id = new.contact_id`
  })
