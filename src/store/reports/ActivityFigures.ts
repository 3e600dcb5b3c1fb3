import { Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { FlowStatus } from "../../domain/flows/Flow.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { dayBucket, sinceFirst } from "./dayBucket.ts"
import { sinceId } from "./sinceId.ts"
import { makeSalesFigures, type SalesFigures } from "./SalesFigures.ts"

const DayCount = Schema.Struct({ at: Schema.Int, total: Schema.Int })

const MessageDay = Schema.Struct({
  at: Schema.Int,
  flow_id: Schema.NullOr(Schema.String),
  queued: Schema.Int,
  held: Schema.Int,
  sent: Schema.Int,
  captured: Schema.Int,
  clicked: Schema.Int,
  bounced: Schema.Int,
  failed: Schema.Int,
  skipped: Schema.Int
})

const Skipped = Schema.Struct({ reason: Schema.NullOr(Schema.String), total: Schema.Int })

const RunDay = Schema.Struct({ at: Schema.Int, flow_id: Schema.String, total: Schema.Int, failed: Schema.Int })

const FlowState = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  status: FlowStatus,
  is_stopped: Schema.Boolean
})

const Pool = Schema.Struct({ id: Schema.String, name: Schema.String, total: Schema.Int, free: Schema.Int })

const queryFlows = query(FlowState)
const queryPools = query(Pool)
const queryCounts = query(DayCount)
const queryMessages = query(MessageDay)
const querySkipped = query(Skipped)
const queryRuns = query(RunDay)

/** What a read of rows has beside their status and time. */
interface MoreOfRows {
  readonly columns?: Statement.Fragment
  readonly join?: Statement.Fragment
  readonly condition?: Statement.Fragment
}

type ByDay<A> = (account_id: string, starts: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<A>, Unavailable>

/**
 * Counts what an account did by day, from indexes alone. `at` is the number of the day, from 1; `starts` are the beginnings of days in
 * milliseconds, ascending. Messages and runs count on the day on which they were created.
 */
export interface ActivityFigures extends SalesFigures {
  /** The flows of the account, oldest first. `is_stopped`: a mail server refused the flow's mail, and it is paused. */
  readonly flows: (account_id: string) => Effect.Effect<ReadonlyArray<typeof FlowState.Type>, Unavailable>
  /** The pools of coupons, by name. Free codes are counted up to one more than the tenth of all at which a pool is low. */
  readonly pools: (account_id: string) => Effect.Effect<ReadonlyArray<typeof Pool.Type>, Unavailable>
  /** Contacts that became subscribed. */
  readonly subscribers: ByDay<typeof DayCount.Type>
  /** E-mails that their receivers marked as spam. */
  readonly complaints: ByDay<typeof DayCount.Type>
  /** Texts that forms did not ask people with, because the account allows no more an hour. */
  readonly unsentTexts: ByDay<typeof DayCount.Type>
  /** Stores by the day on which they last took an order from another store. */
  readonly takingStores: ByDay<typeof DayCount.Type>
  /** Messages by day and flow, those of campaigns without a flow; `sent` includes the clicked and the bounced. */
  readonly messages: ByDay<typeof MessageDay.Type>
  /** Skipped messages of flows and campaigns since the first day, by reason. */
  readonly skipped: ByDay<typeof Skipped.Type>
  /** Messages of flows and campaigns whose delivery was reported, and that did not bounce later. */
  readonly delivered: ByDay<typeof DayCount.Type>
  /** Runs by day and flow. */
  readonly runs: ByDay<typeof RunDay.Type>
}

export const makeActivityFigures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // One scan of an index for each flow or campaign, of its rows in the period alone.
  const rowsOf = (
    account_id: string,
    of: { readonly table: string; readonly key: string; readonly prefix: string },
    owner: { readonly table: string; readonly key: string },
    starts: ReadonlyArray<number>,
    { columns = sql``, join = sql``, condition = sql`` }: MoreOfRows = {}
  ) =>
    Effect.map(
      sinceId(of.prefix, starts),
      (first) => sql`
            FROM ${sql(owner.table)} f CROSS JOIN LATERAL (
              SELECT own.status, own.created_at ${columns} FROM ${sql(of.table)} own ${join}
              WHERE own.account_id = ${account_id} AND own.${sql(owner.key)} = f.${sql(owner.key)}
                AND own.${sql(of.key)} >= ${first} AND ${sinceFirst(sql, "own.created_at", starts)} ${condition}
            ) r WHERE f.account_id = ${account_id}`
    )
  const messages = { table: "messages", key: "message_id", prefix: "msg" }
  const flows = { table: "flows", key: "flow_id" }
  const campaigns = { table: "campaigns", key: "campaign_id" }
  const limit = (starts: ReadonlyArray<number>) => starts.length * (quotas.flowsWithDeleted.max + 1)
  const part: ActivityFigures = {
    flows: (account_id) =>
      retried(
        queryFlows(sql`
              SELECT flow_id AS id, name, status, notice IS NOT NULL AND status = 'paused' AS is_stopped FROM flows
              WHERE account_id = ${account_id} AND deleted_at IS NULL ORDER BY created_at, flow_id LIMIT ${quotas.flows.max}`)
      ),
    pools: (account_id) =>
      retried(
        queryPools(sql`
              SELECT coupon_id AS id, name, code_count AS total, (SELECT count(*)::int FROM (
                  SELECT FROM coupon_codes one WHERE one.account_id = ${account_id} AND one.coupon_id = coupons.coupon_id
                    AND one.given_at IS NULL LIMIT coupons.code_count / 10 + 1
                ) free) AS free
              FROM coupons WHERE account_id = ${account_id} AND kind = 'single' AND deleted_at IS NULL
              ORDER BY name LIMIT ${quotas.coupons.max}`)
      ),
    subscribers: (account_id, starts) =>
      retried(
        queryCounts(sql`
              SELECT ${dayBucket(sql, "recorded_at", starts)} AS at, count(DISTINCT contact_id)::int AS total FROM consent_log
              WHERE account_id = ${account_id} AND ${sinceFirst(sql, "recorded_at", starts)} AND NOT refused
                AND (to_state = 'subscribed' OR cause IN ('unsubscribe_link', 'preference_page'))
                AND to_state = 'subscribed' AND from_state <> to_state AND topic IS NULL
              GROUP BY 1 ORDER BY 1 LIMIT ${starts.length}`)
      ),
    takingStores: (account_id, starts) =>
      retried(
        queryCounts(sql`
              SELECT ${dayBucket(sql, "overwrote_at", starts)} AS at, count(*)::int AS total FROM integrations
              WHERE account_id = ${account_id} AND ${sinceFirst(sql, "overwrote_at", starts)}
              GROUP BY 1 ORDER BY 1 LIMIT ${starts.length}`)
      ),
    complaints: (account_id, starts) =>
      retried(
        queryCounts(sql`
              SELECT ${dayBucket(sql, "at", starts)} AS at, count(*)::int AS total FROM message_events
              WHERE account_id = ${account_id} AND kind = 'complained' AND ${sinceFirst(sql, "at", starts)}
              GROUP BY 1 ORDER BY 1 LIMIT ${starts.length}`)
      ),
    unsentTexts: (account_id, starts) =>
      retried(
        queryCounts(sql`
              SELECT ${dayBucket(sql, "hour", starts)} AS at, sum(unsent_texts)::int AS total FROM form_sign_ups
              WHERE account_id = ${account_id} AND ${sinceFirst(sql, "hour", starts)} AND unsent_texts > 0
              GROUP BY 1 ORDER BY 1 LIMIT ${starts.length}`)
      ),
    messages: Effect.fnUntraced(function* (account_id, starts) {
      const ofFlows = yield* rowsOf(account_id, messages, flows, starts)
      const ofCampaigns = yield* rowsOf(account_id, messages, campaigns, starts)
      return yield* sql`
            SELECT ${dayBucket(sql, "r.created_at", starts)} AS at, r.flow_id,
              count(*) FILTER (WHERE r.status = 'queued')::int AS queued,
              count(*) FILTER (WHERE r.status = 'held')::int AS held,
              count(*) FILTER (WHERE r.status IN ('sent', 'clicked', 'bounced'))::int AS sent,
              count(*) FILTER (WHERE r.status = 'captured')::int AS captured,
              count(*) FILTER (WHERE r.status = 'clicked')::int AS clicked,
              count(*) FILTER (WHERE r.status = 'bounced')::int AS bounced,
              count(*) FILTER (WHERE r.status = 'failed')::int AS failed,
              count(*) FILTER (WHERE r.status = 'skipped')::int AS skipped
            FROM (
              SELECT f.flow_id, r.status, r.created_at ${ofFlows}
              UNION ALL SELECT NULL, r.status, r.created_at ${ofCampaigns}
            ) r GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${limit(starts)}`.pipe(queryMessages, retried)
    }),
    skipped: Effect.fnUntraced(function* (account_id, starts) {
      const only = { columns: sql`, own.reason`, condition: sql`AND own.status = 'skipped'` }
      const ofFlows = yield* rowsOf(account_id, messages, flows, starts, only)
      const ofCampaigns = yield* rowsOf(account_id, messages, campaigns, starts, only)
      return yield* sql`
            SELECT r.reason, count(*)::int AS total FROM (
              SELECT r.reason ${ofFlows} UNION ALL SELECT r.reason ${ofCampaigns}
            ) r GROUP BY r.reason ORDER BY r.reason LIMIT 1000`.pipe(querySkipped, retried)
    }),
    delivered: Effect.fnUntraced(function* (account_id, starts) {
      const only = {
        join: sql`JOIN message_events e ON e.account_id = ${account_id} AND e.message_id = own.message_id AND e.event_key = 'delivered'`,
        condition: sql`AND own.status IN ('sent', 'clicked')`
      }
      const ofFlows = yield* rowsOf(account_id, messages, flows, starts, only)
      const ofCampaigns = yield* rowsOf(account_id, messages, campaigns, starts, only)
      return yield* sql`
            SELECT ${dayBucket(sql, "r.created_at", starts)} AS at, count(*)::int AS total FROM (
              SELECT r.created_at ${ofFlows} UNION ALL SELECT r.created_at ${ofCampaigns}
            ) r GROUP BY 1 ORDER BY 1 LIMIT ${starts.length}`.pipe(queryCounts, retried)
    }),
    runs: (account_id, starts) =>
      rowsOf(account_id, { table: "flow_runs", key: "run_id", prefix: "run" }, flows, starts).pipe(
        Effect.flatMap(
          (from) => sql`
                SELECT ${dayBucket(sql, "r.created_at", starts)} AS at, f.flow_id, count(*)::int AS total,
                  count(*) FILTER (WHERE r.status = 'failed')::int AS failed
                ${from} GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${limit(starts)}`
        ),
        queryRuns,
        retried
      ),
    ...(yield* makeSalesFigures)
  }
  return part
})
