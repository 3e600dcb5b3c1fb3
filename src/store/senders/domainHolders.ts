import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"

/** Whether an account's business has proven a domain, and the accounts of other businesses that have. */
export interface DomainHolders {
  readonly isProven: boolean
  readonly others: ReadonlyArray<string>
}

const queryDomains = query(Schema.Struct({ domain: Schema.String }))
const queryRoot = queryOne(Schema.Struct({ root: Schema.String }))
const queryHolders = query(Schema.Struct({ account_id: Schema.String, is_own: Schema.Boolean }))

/** The account of the business that an account belongs to. */
export const rootOf = (sql: SqlClient.SqlClient, account_id: string): Effect.Effect<string, SqlError.SqlError> =>
  Effect.map(
    queryRoot(sql`SELECT coalesce(parent_id, account_id) AS root FROM accounts WHERE account_id = ${account_id}`),
    (row) => row?.root ?? account_id
  )

/** The holders of domains. A proof counts for all accounts of its business. */
export const domainHolders = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  account_id: string,
  domains: ReadonlyArray<string>
): Effect.fn.Return<DomainHolders, SqlError.SqlError> {
  const root = yield* rootOf(sql, account_id)
  const rows = yield* queryHolders(sql`
    SELECT d.account_id, coalesce(a.parent_id, a.account_id) = ${root} AS is_own
    FROM sender_domains d JOIN accounts a ON a.account_id = d.account_id WHERE d.domain = ANY(${texts(domains)}) LIMIT 200`)
  return {
    isProven: rows.some((row) => row.is_own),
    others: rows.flatMap((row) => (row.is_own ? [] : [row.account_id]))
  }
})

/** Which of these domains the account's business has proven. */
export const provenDomains = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  account_id: string,
  domains: ReadonlyArray<string>
): Effect.fn.Return<ReadonlySet<string>, SqlError.SqlError> {
  if (domains.length === 0) return new Set()
  const root = yield* rootOf(sql, account_id)
  const rows = yield* queryDomains(sql`
    SELECT DISTINCT d.domain FROM sender_domains d JOIN accounts a ON a.account_id = d.account_id
    WHERE d.domain = ANY(${texts(domains)}) AND coalesce(a.parent_id, a.account_id) = ${root}`)
  return new Set(rows.map(({ domain }) => domain))
})
