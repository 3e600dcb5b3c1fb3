import { Clock, Context, Effect, Layer, Schema } from "effect"
import { MachineId, Snowflake } from "effect/cluster"
import { SqlClient, type Statement } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { keyRetention } from "../../domain/events/Idempotency.ts"
import { retention } from "../../domain/capacity/retention.ts"
import { attemptLimits, sessionLimits } from "../../domain/accounts/SignIn.ts"
import { databaseTime } from "./databaseTime.ts"
import { timeText } from "./timestamps.ts"
import { transact } from "./Transaction.ts"

/** Rows that a step removes at most: some tens of milliseconds of work. */
export const purgeStep = 5_000

const decodeTurns = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ mine: Schema.Boolean })))

interface Rule {
  readonly key: Statement.Fragment
  readonly age: Statement.Fragment
  readonly ended: Statement.Fragment
  /** What goes in the same statement. */
  readonly also?: Statement.Fragment
}

/** What has run out, removed in small steps. */
export class Purges extends Context.Service<
  Purges,
  {
    /**
     * A step a table removes what has run out, oldest first and at most `purgeStep` rows, and says how many. Rows in use are
     * left to the next step. One process at a time: while another is at it, a step does nothing.
     */
    readonly steps: ReadonlyArray<{ readonly table: string; readonly purge: Effect.Effect<number, Unavailable> }>
  }
>()("tally/store/database/Purges") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      // Read once a statement, so that an index can be asked with it.
      const credentials = Effect.map(time, (now) => sql`(SELECT ${now})`)
      const before = (millis: number) =>
        Effect.map(Clock.currentTimeMillis, (now) => sql`${timeText(now - millis)}::timestamptz`)

      // By the key alone, account by account: large tables need no second index for it.
      const ofEachAccount = (key: Statement.Fragment, old: Statement.Fragment) => sql`(${key}) IN (
        SELECT old.* FROM accounts each CROSS JOIN LATERAL (SELECT ${key} ${old} LIMIT ${purgeStep}) old
        LIMIT ${purgeStep})`

      /** By table: its key, what its rows age by, and which have run out. */
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
        // The engine's keys hold the time they were made. Its answers go with the messages that they answer.
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
        // The engine makes its tables when it first starts.
        const turns =
          yield* sql`SELECT pg_try_advisory_xact_lock(7262012) AND to_regclass(${table}::text) IS NOT NULL AS mine`
        const [turn] = yield* Effect.orDie(decodeTurns(turns))
        if (turn?.mine !== true) return 0
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
