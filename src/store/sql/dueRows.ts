import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { accountPlacement } from "../distributed/Distribution.ts"
import { bigints, texts } from "./parameters.ts"
import { query } from "./query.ts"
import { timeText } from "./timestamps.ts"

/** The queue of a table and the rows to read of it. */
export interface DueRows {
  readonly table:
    | "messages"
    | "webhook_deliveries"
    | "flow_runs"
    | "campaigns"
    | "received_reports"
    | "product_changes"
    | "product_turns"
  /** The condition of the table's index on `account_id, due_at`. */
  readonly waiting: string
  /** A further condition of the rows. */
  readonly condition: Statement.Fragment
  readonly now: number
  /** How far clocks of accounts are ahead, in milliseconds. Accounts that are not named are on time. */
  readonly clocks: ReadonlyMap<string, number>
  /** The most rows of an account, less its `inFlight`. */
  readonly perAccount: number
  readonly inFlight: ReadonlyMap<string, number>
}

/** An account with due rows: how many to `take`, and its clock. */
export interface DueAccount {
  readonly account_id: string
  readonly take: number
  readonly clock_offset: number
  /** The time on the account's clock, with which `due_at` is compared. */
  readonly until: string | null
}

/** An account whose clock is among `clocks` or on time. */
export const dueAccount = (
  account_id: string,
  { take, now, clocks }: Pick<DueAccount, "take"> & Pick<DueRows, "now" | "clocks">
): DueAccount => {
  const clock_offset = clocks.get(account_id) ?? 0
  return { account_id, take, clock_offset, until: timeText(now + clock_offset) }
}

const queryAccounts = query(Schema.Struct({ account_id: Schema.String }))

/** Reads of the queues, over all accounts and without locks. */
export const makeDueRows = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const { isDistributed } = yield* accountPlacement
  /**
   * A subquery of the due rows at the head of each account's queue: `account_id`, `due_at`, `until` (the account's time) and `rank` within the
   * account.
   */
  const dueRows = (rows: DueRows): Statement.Fragment => headsOf(sql, isDistributed, rows)
  return {
    dueRows,
    /**
     * Shares `limit` due rows between accounts, round robin and the oldest of each first: at most `shared` of accounts without a mail server of
     * their own, absent for any number.
     */
    readDueAccounts: ({
      limit,
      shared,
      ...rows
    }: DueRows & { readonly limit: number; readonly shared?: number | undefined }) => {
      const heads = dueRows(rows)
      return queryAccounts(sql`
        SELECT account_id FROM (${shared === undefined ? heads : withinShared(sql, heads, shared)}) due
        ORDER BY rank, due_at LIMIT ${limit}::int`).pipe(
        Effect.map((found) =>
          Array.from(
            Map.groupBy(found, ({ account_id }) => account_id),
            ([account_id, { length }]) => dueAccount(account_id, { take: length, now: rows.now, clocks: rows.clocks })
          )
        )
      )
    }
  }
})

const headsOf = (
  sql: SqlClient.SqlClient,
  isDistributed: boolean,
  { table, waiting, condition, now, clocks, perAccount, inFlight }: DueRows
): Statement.Fragment => {
  const ids = [...new Set([...clocks.keys(), ...inFlight.keys()])]
  const known = sql`unnest(${texts(ids)}, ${bigints(ids.map((id) => BigInt(clocks.get(id) ?? 0)))},
    ${bigints(ids.map((id) => BigInt(inFlight.get(id) ?? 0)))}) AS known (account_id, clock_offset, in_flight)`
  const until = sql`${timeText(now)}::timestamptz + coalesce(known.clock_offset, 0) * interval '1 millisecond'`
  const max = sql`${perAccount}::int - coalesce(known.in_flight, 0)`
  const queue = sql.literal(table)
  const isWaiting = sql.literal(waiting)
  // Where accounts are on several nodes, each node ranks all due rows of its accounts.
  if (isDistributed)
    return sql`
      SELECT account_id, due_at, until, rank FROM (
        SELECT queue.account_id, due_at, ${until} AS until, ${max} AS max,
          row_number() OVER (PARTITION BY queue.account_id ORDER BY due_at) AS rank
        FROM ${queue} queue LEFT JOIN ${known} ON known.account_id = queue.account_id
        WHERE ${isWaiting} AND due_at <= ${until} AND ${condition}
      ) ranked WHERE rank <= max`
  // Steps from account to account along the index, so that the cost does not depend on the rows of each.
  return sql`
    WITH RECURSIVE waiting AS (
      (SELECT account_id FROM ${queue} WHERE ${isWaiting} ORDER BY account_id LIMIT 1)
      UNION ALL
      SELECT (SELECT account_id FROM ${queue} queue
        WHERE ${isWaiting} AND queue.account_id > waiting.account_id ORDER BY account_id LIMIT 1)
      FROM waiting WHERE waiting.account_id IS NOT NULL
    )
    SELECT waiting.account_id, due_at, clock.until, rank FROM waiting
    LEFT JOIN ${known} ON known.account_id = waiting.account_id
    CROSS JOIN LATERAL (SELECT ${until} AS until) clock
    CROSS JOIN LATERAL (
      SELECT due_at, row_number() OVER (ORDER BY due_at) AS rank FROM ${queue} queue
      WHERE queue.account_id = waiting.account_id AND ${isWaiting} AND due_at <= clock.until AND ${condition}
      ORDER BY due_at LIMIT greatest(0, ${max})
    ) head`
}

// Accounts with a mail server of their own go on while the shared one is busy or down.
const withinShared = (sql: SqlClient.SqlClient, heads: Statement.Fragment, shared: number) => sql`
  SELECT account_id, due_at, rank FROM (
    SELECT head.account_id, due_at, rank, sender.account_id IS NULL AS is_shared,
      count(*) FILTER (WHERE sender.account_id IS NULL) OVER (ORDER BY rank, due_at, head.account_id) AS place
    FROM (${heads}) head
    LEFT JOIN senders sender ON sender.account_id = head.account_id AND sender.encrypted_smtp_url IS NOT NULL
  ) placed WHERE NOT is_shared OR place <= ${shared}::int`
