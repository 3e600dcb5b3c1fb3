import { Clock, Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { claimLoss } from "../../domain/messages/ClaimLoss.ts"
import { type CallResult, type DeliveryOutcome, DueDelivery, type NewDelivery } from "../../domain/messages/Delivery.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { SendCapacity } from "../../domain/messages/SendCapacity.ts"
import { readAccounts, readAdvancedClocks } from "../accounts/readAccounts.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { accountPlacement } from "../distributed/Distribution.ts"
import { type DueAccount, makeDueRows } from "../sql/dueRows.ts"
import { query } from "../sql/query.ts"
import { queues } from "../sql/queues.ts"
import { retried } from "../database/Transaction.ts"
import { timeText } from "../sql/timestamps.ts"
import { rowsJson } from "../sql/parameters.ts"
import { lostClaims } from "./lostClaims.ts"
import {
  cartTemplateJson,
  contactTemplateJson,
  eventTemplateJson,
  orderTemplateJson,
  productRefOf,
  productTemplateJson
} from "./templateData.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { DeliveryAttempt, listedDelivery } from "../../domain/messages/ListedDelivery.ts"
import { countUpTo, keyset } from "../sql/paging.ts"

// The claimed row; its account's clock and secret are read apart.
const queryClaimed = query(Schema.Struct(Struct.omit(DueDelivery.fields, ["clock_offset", "webhook_nonce"])))

// Milliseconds; longer than a call (10 s) and the statement that records its result can take.
const lease = 25_000

const Row = listedDelivery(Schema.DateTimeUtcFromDate, Schema.fromJsonString(Schema.Array(DeliveryAttempt)))
const queryRows = query(Row)

/**
 * Queue of webhooks to call, and its list for the dashboard. A claim is a lease on the same terms as in `Outbox`.
 */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /**
     * Queues webhooks, due now; skips those of deleted contacts. Idempotent: a delivery whose key the account already has is
     * skipped. Joins the open transaction. Requires that it holds the contacts' locks.
     */
    readonly record: (deliveries: ReadonlyArray<NewDelivery>) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Claims due deliveries within the capacity, round robin between accounts and the oldest of each first. Joins the open
     * transaction.
     */
    readonly claim: (
      now: number,
      capacity: SendCapacity
    ) => Effect.Effect<ReadonlyArray<DueDelivery>, SqlError.SqlError>
    /** Records that a claimed delivery is sent alone, and restarts its lease. False when the claim has ended. */
    readonly beginAlone: (delivery: DueDelivery) => Effect.Effect<boolean, Unavailable>
    /** Gives a claim back, so that it does not count as lost. */
    readonly release: (delivery: DueDelivery) => Effect.Effect<void, Unavailable>
    /** Records the attempt, and the outcome of the delivery unless another process has taken over the claim. */
    readonly finish: (
      now: number,
      delivery: DueDelivery,
      result: CallResult,
      outcome: DeliveryOutcome
    ) => Effect.Effect<void, Unavailable>
    /** Newest first. */
    readonly list: (
      account_id: string,
      slice: KeysetSlice
    ) => Effect.Effect<ReadonlyArray<typeof Row.Type>, Unavailable>
    /** Counts up to `max`. */
    readonly count: (account_id: string, max: number) => Effect.Effect<number, Unavailable>
    /** Queues the delivery again under the same id, due now, with all attempts ahead. */
    readonly redeliver: (account_id: string, delivery_id: string) => Effect.Effect<void, NotFound | Unavailable>
  }
>()("tally/store/messages/Deliveries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      const { readDueAccounts } = yield* makeDueRows(sql)
      const { inBatches } = yield* accountPlacement
      return Deliveries.of({
        record: Effect.fnUntraced(function* (deliveries) {
          if (deliveries.length === 0) return
          const now = timeText(yield* Clock.currentTimeMillis)
          const rows = yield* Effect.forEach(deliveries, (delivery) =>
            Effect.map(makeId("whd"), (delivery_id) => ({
              ...delivery,
              delivery_id,
              cart_id: delivery.cart?.cart_id ?? null,
              product_id: delivery.product?.product_id ?? null,
              variant_id: delivery.product?.variant_id ?? null,
              old_price: delivery.product?.old_price ?? null,
              order_id: delivery.order_id === null ? null : String(delivery.order_id)
            }))
          )
          const account = accountOf(sql, rows)
          yield* sql`
            INSERT INTO webhook_deliveries (account_id, delivery_id, key, contact_id, flow_id, run_id, step_id, url, payload, status,
              due_at, created_at, updated_at)
            SELECT ${account("r.account_id")}, r.delivery_id, r.key, r.contact_id, r.flow_id, r.run_id, r.step_id, r.url,
              json_build_object('type', 'flow.step', 'timestamp', ${now}::text, 'data', json_build_object('flow_id', r.flow_id,
                'run_id', r.run_id, 'step_id', r.step_id, 'contact', ${contactTemplateJson(sql)}, 'order', ${orderTemplateJson(sql)},
                'event', ${eventTemplateJson(sql)}, 'cart', ${cartTemplateJson(sql)},
                'product', ${productTemplateJson(sql, productRefOf("r"))}))::text,
              'queued', at.now, at.now, at.now
            FROM (SELECT ${now}::timestamptz AS now) at, json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text,
              delivery_id text, key text, contact_id text, flow_id text, run_id text, step_id text, url text, order_id bigint,
              event_id text, cart_id text, product_id text, variant_id text, old_price numeric)
            JOIN contacts contact ON contact.account_id = ${account("r.account_id")} AND contact.contact_id = r.contact_id
            LEFT JOIN orders o ON o.account_id = ${account("r.account_id")} AND o.order_id = r.order_id
            LEFT JOIN carts ON carts.account_id = ${account("r.account_id")} AND carts.cart_id = r.cart_id
            LEFT JOIN products ON products.account_id = ${account("r.account_id")} AND products.product_id = r.product_id
            LEFT JOIN events event ON event.account_id = ${account("r.account_id")} AND event.event_id = r.event_id
            WHERE r.account_id = ${account("r.account_id")}
            ORDER BY r.account_id, r.key
            ON CONFLICT (account_id, key) DO NOTHING`
        }),
        claim: Effect.fnUntraced(function* (now, capacity) {
          const at = yield* time
          const due = yield* readDueAccounts({
            ...queues.webhook,
            condition: sql`(claimed_until IS NULL OR claimed_until <= ${at})`,
            now,
            clocks: yield* readAdvancedClocks(sql),
            perAccount: capacity.perAccount,
            inFlight: capacity.inFlight,
            limit: capacity.available
          })
          const claimed = yield* inBatches(due, (accounts) => claim(sql, at, accounts))
          if (claimed.length === 0) return []
          const accounts = yield* readAccounts(
            sql,
            claimed.map(({ account_id }) => account_id)
          )
          return claimed.flatMap((delivery): ReadonlyArray<DueDelivery> => {
            const account = accounts.get(delivery.account_id)
            if (account === undefined) return []
            return [{ ...delivery, clock_offset: account.clock_offset, webhook_nonce: account.webhook_nonce }]
          })
        }),
        beginAlone: ({ account_id, delivery_id, attempts }) =>
          Effect.flatMap(
            time,
            (at) => sql`
              UPDATE webhook_deliveries SET claimed_until = ${at} + ${lease}::float8 * interval '1 millisecond',
                lost_claims = ${claimLoss.alone}::int
              WHERE account_id = ${account_id} AND delivery_id = ${delivery_id} AND status = 'queued'
                AND attempts = ${attempts}::int AND claimed_until IS NOT NULL RETURNING delivery_id`
          ).pipe(
            retried,
            Effect.map(({ length }) => length > 0)
          ),
        release: ({ account_id, delivery_id, attempts }) =>
          sql`
            UPDATE webhook_deliveries SET claimed_until = NULL, lost_claims = least(lost_claims, ${claimLoss.once}::smallint)
            WHERE account_id = ${account_id} AND delivery_id = ${delivery_id} AND status = 'queued'
              AND attempts = ${attempts}::int`.pipe(retried, Effect.asVoid),
        finish: (now, { account_id, delivery_id, attempts }, result, { status, due_at }) =>
          sql`
            WITH logged AS (
              INSERT INTO webhook_attempts (account_id, delivery_id, status, reason, attempted_at)
              SELECT ${account_id}, delivery_id, ${result.status}::int, ${result.reason}::text, ${timeText(now)}::timestamptz
              FROM webhook_deliveries WHERE account_id = ${account_id} AND delivery_id = ${delivery_id}
            )
            UPDATE webhook_deliveries SET status = ${status}, due_at = coalesce(${timeText(due_at)}::timestamptz, due_at),
              claimed_until = NULL, lost_claims = 0,
              updated_at = ${timeText(now)}::timestamptz
            WHERE account_id = ${account_id} AND delivery_id = ${delivery_id} AND attempts = ${attempts}::int
              AND status = 'queued'`.pipe(retried, Effect.asVoid),
        list: (account_id, { before, limit }) =>
          queryRows(sql`
            SELECT d.delivery_id AS id, d.contact_id, d.flow_id, d.run_id, d.step_id, d.url, d.status, d.attempts, d.due_at,
              d.created_at, coalesce((SELECT json_agg(json_build_object('status', status, 'reason', reason, 'attempted_at',
                attempted_at) ORDER BY attempt_id DESC) FROM (
                  SELECT * FROM webhook_attempts a WHERE a.account_id = ${account_id} AND a.delivery_id = d.delivery_id
                  ORDER BY attempt_id DESC LIMIT 10) latest), '[]')::text AS tries
            FROM webhook_deliveries d
            WHERE d.account_id = ${account_id}
            ${keyset(sql, ["d.delivery_id"], before === null ? null : [sql`${before}`], limit)}`).pipe(retried),
        count: (account_id, max) =>
          retried(countUpTo(sql, sql`FROM webhook_deliveries WHERE account_id = ${account_id}`, max)),
        redeliver: Effect.fnUntraced(function* (account_id, delivery_id) {
          const now = timeText(yield* Clock.currentTimeMillis)
          const rows = yield* sql`
            UPDATE webhook_deliveries SET status = 'queued', attempts = 0, due_at = ${now}::timestamptz, claimed_until = NULL, lost_claims = 0,
              updated_at = ${now}::timestamptz
            WHERE account_id = ${account_id} AND delivery_id = ${delivery_id} RETURNING delivery_id`
          if (rows.length === 0) return yield* new NotFound()
        }, retried)
      })
    })
  )
}

// The conditions are those of the read of heads: rows that another process claimed meanwhile are skipped.
const claim = (sql: SqlClient.SqlClient, at: Statement.Fragment, accounts: ReadonlyArray<DueAccount>) => {
  const account = accountOf(sql, accounts)
  return queryClaimed(sql`
    WITH due AS MATERIALIZED (
      SELECT head.account_id, head.delivery_id
      FROM json_to_recordset(${rowsJson(accounts)}::json) AS r (account_id text, take int, until timestamptz)
      CROSS JOIN LATERAL (
        SELECT account_id, delivery_id FROM webhook_deliveries
        WHERE account_id = ${account("r.account_id")} AND status = 'queued' AND due_at <= r.until
          AND (claimed_until IS NULL OR claimed_until <= ${at})
        ORDER BY due_at LIMIT r.take FOR UPDATE SKIP LOCKED
      ) head WHERE r.account_id = ${account("r.account_id")}
    )
    UPDATE webhook_deliveries d SET attempts = d.attempts + 1, lost_claims = ${lostClaims(sql, "d")},
      claimed_until = ${at} + ${lease}::float8 * interval '1 millisecond'
    FROM due WHERE due.account_id = ${account("due.account_id")} AND d.account_id = ${account("due.account_id")} AND d.delivery_id = due.delivery_id
    RETURNING d.account_id, d.delivery_id, d.url, d.payload, d.attempts, d.lost_claims`)
}
