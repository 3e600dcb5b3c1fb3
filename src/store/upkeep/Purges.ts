import { Clock, Context, Effect, Layer, Schema } from "effect"
import { MachineId, Snowflake } from "effect/cluster"
import { SqlClient, type SqlError } from "effect/sql"
import { keyRetention } from "../../domain/events/Idempotency.ts"
import { newestKept } from "../../domain/capacity/quotas.ts"
import { retention } from "../../domain/capacity/retention.ts"
import { attemptLimits, sessionLimits } from "../../domain/accounts/SignIn.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { queryOne } from "../sql/query.ts"
import { type ExpiryRule, makeRemoveExpired } from "./removeExpired.ts"
import { timeText } from "../sql/timestamps.ts"

/** The most rows that a step removes: tens of milliseconds of work. */
export const purgeStep = 5_000

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
>()("tally/store/upkeep/Purges") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      // A scalar subquery is evaluated once, so that an index on the column is used.
      const credentials = Effect.map(time, (now) => sql`(SELECT ${now})`)
      const before = (millis: number) =>
        Effect.map(Clock.currentTimeMillis, (now) => sql`${timeText(now - millis)}::timestamptz`)

      const { ofEachAccount, remove } = yield* makeRemoveExpired(sql, purgeStep)

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
        flow_rejections: Effect.map(before(retention.flowTriggers), (time) => ({
          age: sql`occurred_at`,
          ended: sql`occurred_at <= ${time}`
        })),
        flow_step_entries: Effect.map(before(retention.stepEntries), (time) => ({
          age: sql`hour`,
          ended: ofEachAccount("flow_step_entries", sql`hour`, sql`hour < ${time}`)
        })),
        campaign_enrolments: Effect.map(before(retention.campaignEnrolments), (time) => ({
          age: sql`due_at`,
          ended: ofEachAccount(
            "campaign_enrolments",
            sql`due_at`,
            sql`status NOT IN ('waiting', 'reserved') AND due_at < ${time}`
          )
        })),
        form_sign_ups: Effect.map(before(retention.signUps), (time) => ({
          age: sql`hour`,
          ended: sql`hour < ${time}`
        })),
        form_pages: Effect.map(before(retention.formPages), (time) => ({
          age: sql`sent_at`,
          ended: sql`sent_at <= ${time}`
        })),
        carts: Effect.map(
          Effect.all([before(retention.carts), before(retention.visitorCarts)]),
          ([ofContact, ofVisitor]) => ({
            age: sql`changed_at`,
            ended: ofEachAccount(
              "carts",
              sql`changed_at`,
              sql`changed_at <= ${ofContact} OR contact_id IS NULL AND changed_at <= ${ofVisitor}`
            )
          })
        ),
        cart_orders: Effect.map(before(retention.carts), (time) => ({
          age: sql`written_at`,
          ended: sql`written_at <= ${time}`
        })),
        products: Effect.map(before(retention.removedProducts), (time) => ({
          age: sql`written_at`,
          ended: ofEachAccount("products", sql`written_at`, sql`removed AND written_at <= ${time}`)
        })),
        product_changes: Effect.map(before(retention.productChanges), (time) => ({
          age: sql`written_at`,
          ended: ofEachAccount("product_changes", sql`written_at`, sql`written_at <= ${time}`)
        })),
        product_levels: Effect.map(before(retention.productLevels), (time) => ({
          age: sql`at`,
          ended: ofEachAccount("product_levels", sql`at`, sql`at <= ${time}`)
        })),
        restock_requests: Effect.map(before(retention.restockRequests), (time) => ({
          age: sql`asked_at`,
          ended: ofEachAccount("restock_requests", sql`asked_at`, sql`asked_at <= ${time}`)
        })),
        visitors: Effect.map(before(0), (now) => ({
          age: sql`expires_at`,
          ended: sql`expires_at <= ${now}`
        })),
        product_views: Effect.map(before(0), (now) => ({
          age: sql`expires_at`,
          ended: sql`expires_at <= ${now}`
        })),
        received_texts: Effect.map(before(retention.receivedTexts), (time) => ({
          age: sql`received_at`,
          ended: sql`received_at <= ${time}`
        })),
        received_reports: Effect.map(before(retention.failedReports), (time) => ({
          age: sql`due_at`,
          ended: sql`status = 'failed' AND due_at < ${time}`
        })),
        report_nonces: Effect.map(before(retention.reportNonces), (time) => ({
          age: sql`received_at`,
          ended: sql`received_at < ${time}`
        })),
        soft_bounces: Effect.map(before(retention.softBounces), (time) => ({
          age: sql`at`,
          ended: sql`at < ${time}`
        })),
        smtp_replies: Effect.map(before(retention.smtpReplies), (time) => ({
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
        platform_deliveries: Effect.map(before(retention.storeDeliveries), (time) => ({
          age: sql`delivery_id`,
          ended: ofEachAccount(
            "platform_deliveries",
            sql`delivery_id`,
            sql`received_at <= ${time}`,
            sql`delivery_id <= (SELECT delivery_id FROM platform_deliveries WHERE account_id = each.account_id
              ORDER BY delivery_id DESC OFFSET ${newestKept.storeDeliveries} LIMIT 1)`
          )
        })),
        request_log: Effect.map(Clock.currentTimeMillis, (now) => ({
          age: sql`entry_id`,
          ended: ofEachAccount(
            "request_log",
            sql`entry_id`,
            sql`entry_id <= ${String(now - retention.requests)}::bigint << 20`
          )
        })),
        request_days: Effect.map(before(retention.requests), (time) => ({
          age: sql`day`,
          ended: ofEachAccount("request_days", sql`day`, sql`day < (${time} AT TIME ZONE 'UTC')::date`)
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
        return yield* remove(table, yield* rule)
      })

      return Purges.of({
        steps: Object.entries(rules).map(([table, rule]) => ({ table, purge: step(table, rule) }))
      })
    })
  )
}
