import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { FlowTrigger } from "../../domain/flows/FlowTrigger.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { readAdvancedClocks } from "../accounts/readAccounts.ts"
import { retried } from "../database/Transaction.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

/** An active flow whose trigger is an elapsed time. `now` is the time on the account's clock, in milliseconds. */
export interface CheckedFlow {
  readonly account_id: string
  readonly flow_id: string
  readonly now: number
  /** How far the account's clock is ahead, in milliseconds. */
  readonly clock_offset: number
}

const FlowRow = Schema.Struct({ account_id: Schema.String, flow_id: Schema.String })

/** Milliseconds between two looks at a flow for those whom its trigger has come to, by the triggers that time makes true. */
export const lookIntervals = {
  no_order_for: 60_000,
  cart_abandoned: 60_000,
  product_viewed: 60_000,
  date: 60_000,
  entered_segment: 300_000
} as const satisfies Partial<Record<FlowTrigger["type"], number>>

/** A trigger that time makes true. */
export type WatchedTrigger = keyof typeof lookIntervals

/** Flows of one round. */
const maxFlows = 100

/** The steps that looks at flows of one type of trigger share. `checked_until` of a flow is the time up to which it was looked at. */
export const checkedFlows = (sql: SqlClient.SqlClient, trigger_type: WatchedTrigger) => ({
  /** The flows whose last look is a minute ago, longest ago first, and those of test accounts with an advanced clock. At most 100. */
  due: (now: number): Effect.Effect<ReadonlyArray<CheckedFlow>, Unavailable> =>
    retried(
      Effect.gen(function* () {
        const clocks = yield* readAdvancedClocks(sql)
        const rows = yield* sql`
          SELECT account_id, flow_id FROM flows WHERE status = 'active' AND trigger_type = ${sql.literal(`'${trigger_type}'`)}
            AND (checked_until IS NULL OR checked_until <= ${timeText(now - lookIntervals[trigger_type])}::timestamptz
              OR account_id = ANY (${texts([...clocks.keys()])}))
          ORDER BY checked_until NULLS FIRST LIMIT ${maxFlows}::int`.pipe(query(FlowRow))
        return rows.map((flow) => {
          const clock_offset = clocks.get(flow.account_id) ?? 0
          return { ...flow, clock_offset, now: now + clock_offset }
        })
      })
    ),
  /** Joins the open transaction. */
  setChecked: ({ account_id, flow_id }: CheckedFlow, checked_until: number): Effect.Effect<void, SqlError.SqlError> =>
    Effect.asVoid(sql`UPDATE flows SET checked_until = ${timeText(checked_until)}::timestamptz
      WHERE account_id = ${account_id} AND flow_id = ${flow_id}`)
})
