import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { flowStopped, type RefusedFlow } from "../../domain/flows/flowStop.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

const Row = Schema.Struct({ flow_id: Schema.String, accepted: Schema.Int })
const queryFlow = queryOne(Row)

/** Milliseconds after which a held message of a flow that stays stopped is decided again. */
const heldFor = 30 * 86_400_000

/** Stops of flows whose mail is refused. Every member joins the open transaction. */
export class FlowStops extends Context.Service<
  FlowStops,
  {
    /** The flow of a refused message, and how many of its last three settled mails were accepted. Undefined for a message of no flow. */
    readonly read: (message: MessageRef) => Effect.Effect<RefusedFlow | undefined, SqlError.SqlError>
    /** Shows a notice at the flow until it is activated again. */
    readonly note: (
      message: MessageRef,
      flow_id: string,
      notice: { readonly reason: string; readonly at: number }
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Pauses the flow and holds its queued mails. */
    readonly stop: (account_id: string, flow_id: string, now: number) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/flows/FlowStops") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return FlowStops.of({
        read: ({ account_id, message_id }) =>
          queryFlow(sql`
            SELECT m.flow_id, (SELECT count(*) FILTER (WHERE status IN ('sent', 'clicked')) FROM (
              SELECT status FROM messages other WHERE other.account_id = ${account_id} AND other.flow_id = m.flow_id
                AND other.channel = 'email' AND other.status IN ('sent', 'clicked', 'bounced', 'failed')
              ORDER BY other.message_id DESC LIMIT 3
            ) last)::int AS accepted
            FROM messages m JOIN flows f ON f.account_id = ${account_id} AND f.flow_id = m.flow_id
            WHERE m.account_id = ${account_id} AND m.message_id = ${message_id}`),
        note: ({ account_id, message_id }, flow_id, { reason, at }) =>
          Effect.asVoid(sql`
            UPDATE flows SET notice = ${reason}, notice_at = ${timeText(at)}::timestamptz, notice_message_id = ${message_id}
            WHERE account_id = ${account_id} AND flow_id = ${flow_id}`),
        stop: Effect.fnUntraced(function* (account_id, flow_id, now) {
          yield* sql`UPDATE flows SET status = 'paused', updated_at = ${timeText(now)}::timestamptz
            WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND status = 'active'`
          yield* sql`UPDATE messages SET status = 'held', reason = ${flowStopped}, due_at = ${timeText(now + heldFor)}::timestamptz,
              updated_at = ${timeText(now)}::timestamptz
            WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND channel = 'email'
              AND status IN ('queued', 'held') AND claimed_until IS NULL`
        })
      })
    })
  )
}
