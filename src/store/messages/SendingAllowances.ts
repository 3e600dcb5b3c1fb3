import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { SendingLimits } from "../../domain/messages/SendingLimits.ts"
import { queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { timeText } from "../sql/timestamps.ts"
import { limitColumns, limitsOf, LimitsRow } from "./limitsRow.ts"
import { type HourUsages, readHour } from "./sendingHours.ts"

const queryLimits = queryOne(Schema.Struct({ ...LimitsRow.fields, clock_offset: Schema.Number }))
/** The sending limits of an account, and how much of its present hour is used. `clock_offset` is in milliseconds. */
interface SendingAllowance {
  readonly limits: SendingLimits
  readonly clock_offset: number
  readonly used: HourUsages | undefined
}

/** The limits that accounts set on their own sending (contract §12). */
export class SendingAllowances extends Context.Service<
  SendingAllowances,
  {
    /** Undefined for an unknown account. */
    readonly read: (account_id: string) => Effect.Effect<SendingAllowance | undefined, Unavailable>
    /** The limits, locked until the open transaction ends. Undefined for an unknown account. */
    readonly lock: (account_id: string) => Effect.Effect<Omit<SendingAllowance, "used"> | undefined, SqlError.SqlError>
    /** Replaces the limits. Joins the open transaction. */
    readonly save: (account_id: string, limits: SendingLimits) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/messages/SendingAllowances") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const limits = Effect.fnUntraced(function* (account_id: string, lock = sql.literal("")) {
        const row = yield* queryLimits(sql`SELECT ${sql.literal(limitColumns)}, clock_offset::float8 AS clock_offset
          FROM accounts WHERE account_id = ${account_id} ${lock}`)
        return row === undefined ? undefined : { limits: limitsOf(row), clock_offset: row.clock_offset }
      })
      return SendingAllowances.of({
        read: Effect.fnUntraced(function* (account_id) {
          const found = yield* limits(account_id)
          if (found === undefined) return undefined
          return { ...found, used: yield* readHour(sql, account_id) }
        }, retried),
        lock: (account_id) => limits(account_id, sql.literal("FOR NO KEY UPDATE")),
        save: (account_id, { messages_per_hour, warm_up, warm_up_started_at, frequency_cap, ...holdout }) =>
          sql`UPDATE accounts SET messages_per_hour = ${messages_per_hour}::int, warm_up_start = ${warm_up?.start ?? null}::int,
            warm_up_growth = ${warm_up?.growth ?? null}::int, warm_up_started_at = ${timeText(warm_up_started_at)}::timestamptz,
            frequency_cap = ${frequency_cap}::int, holdout_percent = ${holdout.holdout_percent}::int,
            holdout_since = ${timeText(holdout.holdout_since)}::timestamptz WHERE account_id = ${account_id}`
      })
    })
  )
}
