import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import { listedDelivery, DeliveryAttempt } from "../../domain/messages/ListedDelivery.ts"
import { countUpTo, keyset } from "../sql/paging.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { timeText } from "../sql/timestamps.ts"

const Row = listedDelivery(Schema.DateTimeUtcFromDate, Schema.fromJsonString(Schema.Array(DeliveryAttempt)))
const queryRows = query(Row)

/** Lists webhook deliveries for the dashboard, newest first. */
export class DeliveryQueries extends Context.Service<
  DeliveryQueries,
  {
    readonly list: (
      account_id: string,
      slice: KeysetSlice
    ) => Effect.Effect<ReadonlyArray<typeof Row.Type>, Unavailable>
    /** Counts up to `max`. */
    readonly count: (account_id: string, max: number) => Effect.Effect<number, Unavailable>
    /** Queues the delivery again under the same id, due now, with all attempts ahead. */
    readonly redeliver: (account_id: string, delivery_id: string) => Effect.Effect<void, NotFound | Unavailable>
  }
>()("tally/store/messages/DeliveryQueries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return DeliveryQueries.of({
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
