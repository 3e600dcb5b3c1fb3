import { Clock, Context, Effect, Exit, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { RecordAddress } from "../../domain/contacts/erasureMatching.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { type DeliveryOutcome, platformDelivery } from "../../domain/integrations/PlatformDelivery.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { makeId } from "../../domain/values/Id.ts"
import { groupCommit, maxBatchSize } from "../batching/GroupCommit.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { rowsJson } from "../sql/parameters.ts"
import { countUpTo, keyset } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

const Row = platformDelivery(Schema.DateTimeUtcFromDate)
const queryRows = query(Row)
const KeptRow = Schema.Struct({
  id: Schema.String,
  integration_id: Schema.String,
  topic: Schema.String,
  body: Schema.String,
  received_at: Millis
})
const queryKept = query(KeptRow)
const queryOneKept = queryOne(KeptRow)
const queryAwaited = query(Schema.Struct({ id: Schema.String, awaited: Schema.Boolean }))

/** A webhook whose body is kept for another attempt. */
export type KeptDelivery = typeof KeptRow.Type

interface ShopRef {
  readonly account_id: string
  readonly integration_id: string
}

/** A webhook as it is recorded. `kept` is null when it needs no other attempt. */
interface NewDelivery {
  readonly topic: string
  readonly outcome: DeliveryOutcome
  readonly kept: ({ readonly body: string | null } & RecordAddress) | null
}

/** Parts of an order that wait for it are taken up this many at a time. */
const maxAwaited = 100

/** Webhooks of connected stores with their outcome, kept for 30 days. */
export class PlatformDeliveries extends Context.Service<
  PlatformDeliveries,
  {
    /** Records a webhook; those of one moment share a statement. `awaited`: parts of its order wait. */
    readonly record: (
      store: ShopRef,
      delivery: NewDelivery
    ) => Effect.Effect<{ readonly id: string; readonly awaited: boolean }, Unavailable>
    /** Records the outcome of another attempt. */
    readonly update: (store: ShopRef, id: string, outcome: DeliveryOutcome) => Effect.Effect<void, Unavailable>
    /** The parts that wait for an order, oldest first, at most 100. */
    readonly waitingFor: (store: ShopRef, order_id: string) => Effect.Effect<ReadonlyArray<KeptDelivery>, Unavailable>
    /** The webhook with its kept body. `NotFound` when none is kept. */
    readonly kept: (account_id: string, id: string) => Effect.Effect<KeptDelivery, NotFound | Unavailable>
    /** Lists newest first. */
    readonly list: (store: ShopRef, slice: KeysetSlice) => Effect.Effect<ReadonlyArray<typeof Row.Type>, Unavailable>
    /** Counts up to `max`. */
    readonly count: (store: ShopRef, max: number) => Effect.Effect<number, Unavailable>
    /** Forgets every kept body of the store. Idempotent. */
    readonly forget: (store: ShopRef) => Effect.Effect<void, Unavailable>
  }
>()("tally/store/integrations/PlatformDeliveries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const now = Effect.map(Clock.currentTimeMillis, timeText)
      const ofStore = ({ account_id, integration_id }: ShopRef) =>
        sql`account_id = ${account_id} AND integration_id = ${integration_id}`

      const rowOf = Effect.fnUntraced(function* (
        { account_id, integration_id }: ShopRef,
        { topic, outcome: { status, reason, order_id, contact_id }, kept }: NewDelivery
      ) {
        return {
          account_id,
          delivery_id: yield* makeId("sde"),
          integration_id,
          topic,
          status,
          reason,
          order_id,
          contact_id,
          body: kept?.body ?? null,
          email_key: kept?.email_key ?? null,
          phone_digits: kept?.phone_digits ?? null,
          received_at: yield* now
        }
      })

      // A statement is repeated when its commit was not confirmed.
      const insert = Effect.fnUntraced(function* (rows: ReadonlyArray<Effect.Success<ReturnType<typeof rowOf>>>) {
        const account = accountOf(sql, rows)
        const inserted = yield* queryAwaited(sql`
          WITH rows AS MATERIALIZED (
            SELECT * FROM json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, delivery_id text, integration_id text,
              topic text, status text, reason text, order_id bigint, contact_id text, body text, email_key text, phone_digits text,
              received_at timestamptz)
          ), recorded AS (
            INSERT INTO platform_deliveries (account_id, delivery_id, integration_id, topic, status, reason, order_id, contact_id, body,
              email_key, phone_digits, attempts, received_at, updated_at)
            SELECT ${account("r.account_id")}, delivery_id, integration_id, topic, status, reason, order_id, contact_id, body, email_key,
              phone_digits, 1, received_at, received_at FROM rows r
            ON CONFLICT (account_id, delivery_id) DO NOTHING
          )
          SELECT r.delivery_id AS id, EXISTS (SELECT FROM platform_deliveries d WHERE d.account_id = ${account("r.account_id")}
            AND d.integration_id = r.integration_id AND d.order_id = r.order_id AND d.status = 'waiting') AS awaited
          FROM rows r ORDER BY r.delivery_id LIMIT ${maxBatchSize}`)
        const byId = new Map(inserted.map((row) => [row.id, row]))
        return rows.map(({ delivery_id: id }) => Exit.succeed(byId.get(id) ?? { id, awaited: true }))
      }, retried)

      const record = yield* groupCommit({
        name: "platform_deliveries",
        run: insert,
        callerOf: ({ account_id }) => account_id,
        isOfAccounts: true,
        lingers: true,
        workers: 2,
        maxBatch: maxBatchSize,
        capacity: 10_000
      })

      return PlatformDeliveries.of({
        record: (store, delivery) => Effect.flatMap(rowOf(store, delivery), record),
        update: Effect.fnUntraced(function* (store, id, { status, reason, order_id, contact_id }) {
          const isDone = status === "applied" || status === "ignored"
          yield* sql`UPDATE platform_deliveries SET status = ${status}, reason = ${reason}, attempts = attempts + 1,
              order_id = coalesce(${order_id}::bigint, order_id), contact_id = coalesce(${contact_id}, contact_id),
              body = CASE WHEN ${isDone}::boolean THEN NULL ELSE body END,
              email_key = CASE WHEN ${isDone}::boolean THEN NULL ELSE email_key END,
              phone_digits = CASE WHEN ${isDone}::boolean THEN NULL ELSE phone_digits END, updated_at = ${yield* now}::timestamptz
            WHERE ${ofStore(store)} AND delivery_id = ${id}`
        }, retried),
        waitingFor: (store, order_id) =>
          retried(
            queryKept(sql`SELECT delivery_id AS id, integration_id, topic, body, received_at FROM platform_deliveries
              WHERE ${ofStore(store)} AND order_id = ${order_id}::bigint AND status = 'waiting' AND body IS NOT NULL
              ORDER BY delivery_id LIMIT ${maxAwaited}`)
          ),
        kept: (account_id, id) =>
          queryOneKept(sql`SELECT delivery_id AS id, integration_id, topic, body, received_at FROM platform_deliveries
            WHERE account_id = ${account_id} AND delivery_id = ${id} AND body IS NOT NULL`).pipe(
            retried,
            Effect.flatMap((row) => (row === undefined ? Effect.fail(new NotFound()) : Effect.succeed(row)))
          ),
        list: (store, { before, limit }) =>
          retried(
            queryRows(sql`SELECT delivery_id AS id, topic, status, reason, order_id::text, contact_id, attempts,
                body IS NOT NULL AS retryable, received_at FROM platform_deliveries WHERE ${ofStore(store)}
              ${keyset(sql, ["delivery_id"], before === null ? null : [sql`${before}`], limit)}`)
          ),
        count: (store, max) => retried(countUpTo(sql, sql`FROM platform_deliveries WHERE ${ofStore(store)}`, max)),
        forget: (store) =>
          retried(
            Effect.asVoid(sql`UPDATE platform_deliveries SET body = NULL, email_key = NULL, phone_digits = NULL
              WHERE ${ofStore(store)} AND body IS NOT NULL`)
          )
      })
    })
  )
}
