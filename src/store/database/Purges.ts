import { Clock, Context, Effect, Layer, Schema } from "effect"
import { MachineId, Snowflake } from "effect/cluster"
import { SqlClient, type Statement } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { keyRetention } from "../../domain/events/Idempotency.ts"
import { retention } from "../../domain/capacity/retention.ts"
import { attemptLimits, sessionLimits } from "../../domain/accounts/SignIn.ts"
import { databaseTime } from "./databaseTime.ts"
import { queryOne } from "./query.ts"
import { timeText } from "./timestamps.ts"
import { transact } from "./Transaction.ts"

/** The most rows that a step removes: tens of milliseconds of work. */
export const purgeStep = 5_000

const lockOf = queryOne(Schema.Struct({ is_held: Schema.Boolean }))

interface Rule {
  readonly key: Statement.Fragment
  readonly age: Statement.Fragment
  readonly ended: Statement.Fragment
  /** Further CTEs of the same statement. */
  readonly also?: Statement.Fragment
}

/** Removes expired rows in small steps. */
export class Purges extends Context.Service<
  Purges,
  {
    /**
     * One step for each table: removes expired rows, oldest first, at most `purgeStep`, and returns their number. Skips locked rows.
     * A transaction of its own, which holds the lock that lets one process purge at a time: in the others a step does nothing.
     */
    readonly steps: ReadonlyArray<{ readonly table: string; readonly purge: Effect.Effect<number, Unavailable> }>
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

      // Finds rows by the primary key, account by account: large tables need no second index by age.
      const ofEachAccount = (key: Statement.Fragment, old: Statement.Fragment) => sql`(${key}) IN (
        SELECT old.* FROM accounts each CROSS JOIN LATERAL (SELECT ${key} ${old} LIMIT ${purgeStep}) old
        LIMIT ${purgeStep})`

      /** By table: its key, the age of its rows, and the condition of those that have expired. */
      const rules = {
        idempotency_keys: Effect.map(before(keyRetention), (time) => ({
          key: sql`account_id, operation, key`,
          age: sql`created_at`,
          ended: sql`created_at <= ${time}`
        })),
        rate_windows: Effect.map(credentials, (now) => ({
          key: sql`account_id, address`,
          age: sql`day`,
          ended: sql`day < date_trunc('day', ${now} - ${retention.rateWindows} * interval '1 millisecond', 'UTC')`
        })),
        bearer_tokens: Effect.map(credentials, (now) => ({
          key: sql`account_id, token_id`,
          age: sql`least(expires_at, revoked_at)`,
          ended: sql`kind = 'oauth' AND least(expires_at, revoked_at) <= ${now}
            OR kind = 'api' AND least(expires_at, revoked_at) <= ${now} - ${retention.apiTokens} * interval '1 millisecond'`
        })),
        sessions: Effect.map(
          Effect.all([before(sessionLimits.idle), before(sessionLimits.lifetime)]),
          ([idle, whole]) => ({
            key: sql`digest`,
            age: sql`seen_at`,
            ended: sql`seen_at <= ${idle} OR created_at <= ${whole}`
          })
        ),
        setup_links: Effect.map(before(0), (now) => ({
          key: sql`digest`,
          age: sql`expires_at`,
          ended: sql`used_at IS NOT NULL OR expires_at <= ${now}`
        })),
        sign_in_attempts: Effect.map(before(attemptLimits.window), (time) => ({
          key: sql`digest`,
          age: sql`since`,
          ended: sql`since <= ${time}`
        })),
        flow_triggers: Effect.map(before(retention.flowTriggers), (time) => ({
          key: sql`account_id, type, order_id, occurrence`,
          age: sql`occurred_at`,
          ended: sql`occurred_at <= ${time}`
        })),
        flow_refusals: Effect.map(before(retention.flowTriggers), (time) => ({
          key: sql`account_id, cause_key, flow_id`,
          age: sql`occurred_at`,
          ended: sql`occurred_at <= ${time}`
        })),
        heard_texts: Effect.map(before(retention.receivedTexts), (time) => ({
          key: sql`account_id, digest`,
          age: sql`heard_at`,
          ended: sql`heard_at <= ${time}`
        })),
        soft_bounces: Effect.map(before(retention.softBounces), (time) => ({
          key: sql`account_id, identity_hash, bounce_key`,
          age: sql`at`,
          ended: sql`at < ${time}`
        })),
        short_links: Effect.map(before(0), (now) => ({
          key: sql`code`,
          age: sql`expires_at`,
          ended: sql`expires_at <= ${now}`
        })),
        webhook_deliveries: Effect.map(before(retention.webhookDeliveries), (time) => ({
          key: sql`account_id, delivery_id`,
          age: sql`updated_at`,
          ended: sql`status <> 'queued' AND updated_at <= ${time}`
        })),
        request_log: Effect.map(Clock.currentTimeMillis, (now) => ({
          key: sql`account_id, entry_id`,
          age: sql`entry_id`,
          ended: ofEachAccount(
            sql`account_id, entry_id`,
            sql`FROM request_log WHERE account_id = each.account_id
              AND entry_id <= ${String(now - retention.requests)}::bigint << 20 ORDER BY entry_id`
          )
        })),
        request_days: Effect.map(before(retention.requests), (time) => ({
          key: sql`account_id, day, caller_id, endpoint`,
          age: sql`day`,
          ended: ofEachAccount(
            sql`account_id, day, caller_id, endpoint`,
            sql`FROM request_days WHERE account_id = each.account_id
              AND day < (${time} AT TIME ZONE 'UTC')::date ORDER BY day`
          )
        })),
        // The engine's ids contain their time. Replies go with the messages that they answer.
        cluster_messages: Effect.map(Clock.currentTimeMillis, (now) => ({
          key: sql`id`,
          age: sql`id`,
          ended: sql`processed AND id < ${Snowflake.make({
            timestamp: now - retention.engineMessages,
            machineId: MachineId.make(0),
            sequence: 0
          })}`,
          also: sql`, answers AS (DELETE FROM cluster_replies WHERE request_id IN (SELECT id FROM ended))`
        }))
      } satisfies Record<string, Effect.Effect<Rule>>

      const step = Effect.fnUntraced(function* (table: string, rule: Effect.Effect<Rule>) {
        // The workflow engine creates its tables when it first starts.
        const lock = yield* lockOf(
          sql`SELECT pg_try_advisory_xact_lock(7262012) AND to_regclass(${table}::text) IS NOT NULL AS is_held`
        )
        if (lock?.is_held !== true) return 0
        const { key, age, ended, also = sql`` } = yield* rule
        const removed = yield* sql`
          WITH ended AS MATERIALIZED (
            SELECT ${key} FROM ${sql(table)} WHERE ${ended} ORDER BY ${age} LIMIT ${purgeStep} FOR UPDATE SKIP LOCKED
          )${also}
          DELETE FROM ${sql(table)} WHERE (${key}) IN (SELECT ${key} FROM ended) RETURNING 1`
        return removed.length
      }, transact(sql))

      return Purges.of({
        steps: Object.entries(rules).map(([table, rule]) => ({ table, purge: step(table, rule) }))
      })
    })
  )
}
