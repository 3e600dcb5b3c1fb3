import { Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { GroupCounts } from "../../domain/lift/estimateLift.ts"
import { bucket } from "../campaigns/leftOutRule.ts"
import { retried } from "../database/Transaction.ts"
import { netAmount } from "../orders/netAmount.ts"
import { soldOrder } from "../orders/soldOrder.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

const GroupRow = Schema.Struct({
  held: Schema.Boolean,
  people: Schema.Int,
  ordered: Schema.Int,
  revenue: Schema.Number,
  squares: Schema.Number
})
const queryGroups = query(GroupRow)
const queryCurrency = queryOne(Schema.Struct({ currency: Schema.String }))

/** People whose orders after a moment, and of at most `days`, are counted. Times in milliseconds on the account's clock. */
export interface LiftScope {
  readonly account_id: string
  readonly since: number
  readonly days: number
  readonly now: number
  /** The share of the account that is held out of everything: those are left out of the comparison of a flow or campaign. */
  readonly account_holdout: number
}

/** The groups of a comparison, and the currency of their revenue: null without orders. */
export interface LiftCounts {
  readonly messaged: GroupCounts
  readonly held: GroupCounts
  readonly currency: string | null
}

// Bounds the time of a read; chance alone has made the groups of these too.
const maxPeople = 200_000

/** Counts the orders of people who get messages, and of those who are held out. */
export interface LiftFigures {
  /** People who entered the flow, from their first entry since `since` on. `percent`: the share that it holds out. */
  readonly ofFlow: (flow_id: string, percent: number, scope: LiftScope) => Effect.Effect<LiftCounts, Unavailable>
  /** Recipients of a campaign and its holdout, from when their message was due. */
  readonly ofCampaign: (campaign_id: string, scope: LiftScope) => Effect.Effect<LiftCounts, Unavailable>
  /** The contacts of the account, from `since` or their creation on. */
  readonly ofAccount: (scope: LiftScope) => Effect.Effect<LiftCounts, Unavailable>
}

export const makeLiftFigures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const inAccountHoldout = (account_id: string, percent: number) =>
    sql`${bucket(sql, account_id, sql`contact_id`)} < ${percent * 100}::int`

  const count = Effect.fnUntraced(function* (scope: LiftScope, people: Statement.Fragment) {
    const { account_id, since, days, now } = scope
    const found = yield* queryCurrency(sql`
          SELECT currency FROM (
            SELECT currency FROM orders o WHERE o.account_id = ${account_id} AND o.placed_at > ${timeText(since)}::timestamptz AND ${soldOrder(sql)}
            ORDER BY o.placed_at DESC LIMIT 10000) newest
          GROUP BY currency ORDER BY count(*) DESC, currency LIMIT 1`)
    const currency = found?.currency ?? null
    const rows = yield* queryGroups(sql`
          SELECT people.held, count(*)::int AS people, count(*) FILTER (WHERE bought.orders > 0)::int AS ordered,
            coalesce(sum(bought.amount), 0)::float8 AS revenue, coalesce(sum(bought.amount * bought.amount), 0)::float8 AS squares
          FROM (${people}) people CROSS JOIN LATERAL (
            SELECT count(*) AS orders, coalesce(sum(${netAmount(sql)}) FILTER (WHERE o.currency = ${currency}), 0)::float8 AS amount FROM orders o
            WHERE o.account_id = ${account_id} AND o.contact_id = people.contact_id AND o.placed_at > people.at
              AND o.placed_at <= people.at + ${days}::int * interval '1 day' AND o.placed_at <= ${timeText(now)}::timestamptz AND ${soldOrder(sql)}
          ) bought GROUP BY people.held ORDER BY people.held LIMIT 2`)
    const of = (isHeld: boolean): GroupCounts => rows.find(({ held }) => held === isHeld) ?? none
    return { messaged: of(false), held: of(true), currency }
  }, retried)

  const part: LiftFigures = {
    ofFlow: (flow_id, percent, scope) => {
      const { account_id, since, account_holdout } = scope
      return count(
        scope,
        sql`SELECT contact_id, min(created_at) AS at, ${bucket(sql, flow_id, sql`contact_id`)} < ${percent * 100}::int AS held FROM flow_runs
              WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND created_at >= ${timeText(since)}::timestamptz
                AND NOT ${inAccountHoldout(account_id, account_holdout)}
              GROUP BY contact_id ORDER BY contact_id DESC LIMIT ${maxPeople}::int`
      )
    },
    ofCampaign: (campaign_id, scope) => {
      const { account_id, account_holdout } = scope
      return count(
        scope,
        sql`SELECT contact_id, due_at AS at, rule IS NOT NULL AS held FROM campaign_enrolments
              WHERE account_id = ${account_id} AND campaign_id = ${campaign_id} AND (status = 'queued' OR rule = 'holdout')
                AND NOT ${inAccountHoldout(account_id, account_holdout)}
              ORDER BY contact_id DESC LIMIT ${maxPeople}::int`
      )
    },
    ofAccount: (scope) => {
      const { account_id, since, account_holdout } = scope
      return count(
        scope,
        sql`SELECT contact_id, greatest(created_at, ${timeText(since)}::timestamptz) AS at,
                ${inAccountHoldout(account_id, account_holdout)} AS held FROM contacts
              WHERE account_id = ${account_id} ORDER BY contact_id DESC LIMIT ${maxPeople}::int`
      )
    }
  }
  return part
})

const none: GroupCounts = { people: 0, ordered: 0, revenue: 0, squares: 0 }
