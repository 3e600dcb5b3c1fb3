import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { limitColumns, LimitsRow } from "../messages/limitsRow.ts"

const AccountSettings = Schema.Struct({
  account_id: Schema.String,
  name: Schema.String,
  timezone: Schema.String,
  default_country: Schema.String,
  language: Schema.NullOr(Schema.String),
  clock_offset: Schema.Number,
  webhook_nonce: Schema.NullOr(Schema.String),
  ...LimitsRow.fields
})
/** The settings of an account that background work needs. `clock_offset` is how far its clock is ahead, in milliseconds. */
export type AccountSettings = typeof AccountSettings.Type

const queryAccounts = query(AccountSettings)
const queryClocks = query(Schema.Struct({ account_id: Schema.String, clock_offset: Schema.Number }))

/** The settings of accounts by id. */
export const readAccounts = (sql: SqlClient.SqlClient, account_ids: ReadonlyArray<string>) => {
  const ids = [...new Set(account_ids)]
  return queryAccounts(sql`
    SELECT account_id, name, timezone, default_country, language, clock_offset::float8 AS clock_offset, webhook_nonce,
      ${sql.literal(limitColumns)}
    FROM accounts WHERE account_id = ANY (${texts(ids)}) ORDER BY account_id LIMIT ${ids.length}::int`).pipe(
    Effect.map((rows) => new Map(rows.map((row) => [row.account_id, row])))
  )
}

/** How far the clocks of test accounts are ahead, in milliseconds, by account id; without those that were never advanced. */
export const readAdvancedClocks = (sql: SqlClient.SqlClient) =>
  queryClocks(sql`
    SELECT account_id, clock_offset::float8 AS clock_offset FROM accounts WHERE clock_offset <> 0 ORDER BY account_id`).pipe(
    Effect.map((rows) => new Map(rows.map(({ account_id, clock_offset }) => [account_id, clock_offset])))
  )
