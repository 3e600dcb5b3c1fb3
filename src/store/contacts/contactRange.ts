import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { queryOne } from "../sql/query.ts"

/** The contacts of an account with an id below `before` and not below `from`; null: without that end. */
export interface ContactRange {
  readonly before: string | null
  readonly from: string | null
}

/** Every contact of an account. */
export const everyContact: ContactRange = { before: null, from: null }

/** Whether the column is the id of a contact in the range. */
export const isInRange = (sql: SqlClient.SqlClient, column: Fragment, { before, from }: ContactRange): Fragment => {
  const ends = [
    ...(before === null ? [] : [sql`${column} < ${before}`]),
    ...(from === null ? [] : [sql`${column} >= ${from}`])
  ]
  return ends.length === 0 ? sql`${column} IS NOT NULL` : sql.and(ends)
}

const queryStart = queryOne(Schema.Struct({ contact_id: Schema.String }))

/** The range of the next `size` contacts below `before`, newest first; without a lower end where there are fewer. */
export const nextRange = (sql: SqlClient.SqlClient, account_id: string, before: string | null, size: number) =>
  Effect.map(
    queryStart(sql`
      SELECT contact_id FROM contacts WHERE account_id = ${account_id} AND ${isInRange(sql, sql`contact_id`, { before, from: null })}
      ORDER BY contact_id DESC OFFSET ${size - 1}::int LIMIT 1`),
    (start): ContactRange => ({ before, from: start?.contact_id ?? null })
  )
