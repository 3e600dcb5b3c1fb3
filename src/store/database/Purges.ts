import { Clock, Context, Effect, Layer, Schema } from "effect"
import { MachineId, Snowflake } from "effect/cluster"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { keyRetention } from "../../domain/events/Idempotency.ts"
import { newestKept } from "../../domain/capacity/quotas.ts"
import { retention } from "../../domain/capacity/retention.ts"
import { attemptLimits, sessionLimits } from "../../domain/accounts/SignIn.ts"
import { databaseTime } from "./databaseTime.ts"
import { Distribution } from "./Distribution.ts"
import { query, queryOne } from "./query.ts"
import { type ExpiryRule, removeExpired, removeOfAccount } from "./removeExpired.ts"
import { accountTables } from "./tablePlacement.ts"
import { timeText } from "./timestamps.ts"

/** The most rows that a step removes: tens of milliseconds of work. */
export const purgeStep = 5_000

const queryHeads = query(Schema.Struct({ account_id: Schema.String, expired: Schema.Int }))
const lockOf = queryOne(Schema.Struct({ is_held: Schema.Boolean }))

/** Removes expired rows in small steps. */
export class Purges extends Context.Service<
  Purges,
  {
    /**
     * One step for each table: removes expired rows, oldest first, at most `purgeStep`, and returns their number. Skips locked rows. Joins
     * the open transaction, which holds the lock that lets one process purge at a time: in the others a step does nothing.
     */
    readonly steps: ReadonlyArray<{ readonly table: string; readonly purge: Effect.Effect<number, SqlError.SqlError> }>
  }
>()("tally/store/database/Purges") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      // A scalar subquery is evaluated once, so that an index on the column is used.
      const credentials = Effect.map(time, (now) => sql`(SELECT ${now})`)
      const before = (millis: number) =>
        Effect.map(Clock.currentTimeMillis, (now) => sql`${timeText(now - millis)}::timestamptz`)

      const isDistributed = (yield* Distribution) === "by_account"
      // Finds rows by the primary key, account by account: large tables need no second index by age.
      const ofEachAccount = (age: Statement.Fragment, table: string, old: Statement.Fragment) =>
        isDistributed
          ? old
          : sql`ctid = ANY(ARRAY(
            SELECT old.ctid FROM accounts each CROSS JOIN LATERAL (
              SELECT ctid FROM ${sql(table)} WHERE account_id = each.account_id AND ${old} ORDER BY ${age} LIMIT ${purgeStep}
            ) old LIMIT ${purgeStep}))`

      /** By table: the age of its rows, and the condition of those that have expired. */
      const rules = {
        idempotency_keys: Effect.map(before(keyRetention), (time) => ({
          age: sql`created_at`,
          ended: sql`created_at <= ${time}`
        })),
        rate_windows: Effect.map(credentials, (now) => ({
          age: sql`day`,
          ended: sql`day < date_trunc('day', ${now} - ${retention.rateWindows} * interval '1 millisecond', 'UTC')`
        })),
        bearer_tokens: Effect.map(credentials, (now) => ({
          age: sql`least(expires_at, revoked_at)`,
          ended: sql`kind = 'oauth' AND least(expires_at, revoked_at) <= ${now}
            OR kind = 'api' AND least(expires_at, revoked_at) <= ${now} - ${retention.apiTokens} * interval '1 millisecond'`
        })),
        sessions: Effect.map(
          Effect.all([before(sessionLimits.idle), before(sessionLimits.lifetime)]),
          ([idle, whole]) => ({
            age: sql`seen_at`,
            ended: sql`seen_at <= ${idle} OR created_at <= ${whole}`
          })
        ),
        setup_links: Effect.map(before(0), (now) => ({
          age: sql`expires_at`,
          ended: sql`used_at IS NOT NULL OR expires_at <= ${now}`
        })),
        sign_in_attempts: Effect.map(before(attemptLimits.window), (time) => ({
          age: sql`since`,
          ended: sql`since <= ${time}`
        })),
        flow_triggers: Effect.map(before(retention.flowTriggers), (time) => ({
          age: sql`occurred_at`,
          ended: sql`occurred_at <= ${time}`
        })),
        flow_refusals: Effect.map(before(retention.flowTriggers), (time) => ({
          age: sql`occurred_at`,
          ended: sql`occurred_at <= ${time}`
        })),
        flow_step_entries: Effect.map(before(retention.stepEntries), (time) => ({
          age: sql`hour`,
          ended: ofEachAccount(sql`hour`, "flow_step_entries", sql`hour < ${time}`)
        })),
        campaign_enrolments: Effect.map(before(retention.campaignEnrolments), (time) => ({
          age: sql`due_at`,
          ended: ofEachAccount(sql`due_at`, "campaign_enrolments", sql`status <> 'waiting' AND due_at < ${time}`)
        })),
        form_sign_ups: Effect.map(before(retention.signUps), (time) => ({
          age: sql`hour`,
          ended: sql`hour < ${time}`
        })),
        heard_texts: Effect.map(before(retention.receivedTexts), (time) => ({
          age: sql`heard_at`,
          ended: sql`heard_at <= ${time}`
        })),
        soft_bounces: Effect.map(before(retention.softBounces), (time) => ({
          age: sql`at`,
          ended: sql`at < ${time}`
        })),
        short_links: Effect.map(before(0), (now) => ({
          age: sql`expires_at`,
          ended: sql`expires_at <= ${now}`
        })),
        webhook_deliveries: Effect.map(before(retention.webhookDeliveries), (time) => ({
          age: sql`updated_at`,
          ended: sql`status <> 'queued' AND updated_at <= ${time}`
        })),
        store_deliveries: Effect.map(before(retention.storeDeliveries), (time) => ({
          age: sql`delivery_id`,
          ended: ofEachAccount(
            sql`delivery_id`,
            "store_deliveries",
            // The newest of each account are counted only where one statement reads all accounts.
            isDistributed
              ? sql`received_at <= ${time}`
              : sql`(received_at <= ${time} OR delivery_id <= (
                  SELECT delivery_id FROM store_deliveries WHERE account_id = each.account_id
                  ORDER BY delivery_id DESC OFFSET ${newestKept.storeDeliveries} LIMIT 1))`
          )
        })),
        request_log: Effect.map(Clock.currentTimeMillis, (now) => ({
          age: sql`entry_id`,
          ended: ofEachAccount(
            sql`entry_id`,
            "request_log",
            sql`entry_id <= ${String(now - retention.requests)}::bigint << 20`
          )
        })),
        request_days: Effect.map(before(retention.requests), (time) => ({
          age: sql`day`,
          ended: ofEachAccount(sql`day`, "request_days", sql`day < (${time} AT TIME ZONE 'UTC')::date`)
        })),
        // The engine's ids contain their time. Replies go with the messages that they answer.
        cluster_messages: Effect.map(Clock.currentTimeMillis, (now) => ({
          age: sql`id`,
          ended: sql`processed AND id < ${Snowflake.make({
            timestamp: now - retention.engineMessages,
            machineId: MachineId.make(0),
            sequence: 0
          })}`,
          also: sql`, answers AS (DELETE FROM cluster_replies WHERE request_id = ANY(ARRAY(
            SELECT id FROM cluster_messages WHERE ctid = ANY(ARRAY(SELECT ctid FROM ended)))))`
        }))
      } satisfies Record<string, Effect.Effect<ExpiryRule, SqlError.SqlError>>

      const step = Effect.fnUntraced(function* (table: string, rule: Effect.Effect<ExpiryRule, SqlError.SqlError>) {
        // The workflow engine creates its tables when it first starts.
        const lock = yield* lockOf(
          sql`SELECT pg_try_advisory_xact_lock(7262012) AND to_regclass(${table}::text) IS NOT NULL AS is_held`
        )
        if (lock?.is_held !== true) return 0
        const found = yield* rule
        if (!isDistributed || !accountTables.includes(table))
          return (yield* removeExpired(sql, { table, ...found, limit: purgeStep })).length
        // A plain read over all nodes, then one statement an account.
        const heads = yield* queryHeads(sql`
          SELECT account_id, count(*)::int AS expired FROM (
            SELECT account_id FROM ${sql(table)} WHERE ${found.ended} ORDER BY ${found.age} LIMIT ${purgeStep}
          ) heads GROUP BY account_id ORDER BY account_id LIMIT ${purgeStep}`)
        const removed = yield* Effect.forEach(heads, ({ account_id, expired }) =>
          removeOfAccount(sql, { table, ...found, account_id, limit: expired })
        )
        return removed.flat().length
      })

      return Purges.of({
        steps: Object.entries(rules).map(([table, rule]) => ({ table, purge: step(table, rule) }))
      })
    })
  )
}
