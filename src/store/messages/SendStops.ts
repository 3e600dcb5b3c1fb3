import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type RefusedCampaign, settledMails } from "../../domain/campaigns/campaignStop.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { flowStopped, type RefusedFlow } from "../../domain/flows/flowStop.ts"

const queryCampaign = queryOne(Schema.Struct({ campaign_id: Schema.String }))
const queryRefused = queryOne(Schema.Struct({ accepted: Schema.Int, refused: Schema.Int, unanswered: Schema.Int }))

const FlowRow = Schema.Struct({ flow_id: Schema.String, accepted: Schema.Int })
const queryFlow = queryOne(FlowRow)

/** Milliseconds after which a held message of a flow that stays stopped is decided again. */
const heldFor = 30 * 86_400_000

/** Stops of campaigns and flows whose mail is refused. Every member joins the open transaction. */
export class SendStops extends Context.Service<
  SendStops,
  {
    /** Shows a notice at the campaign of a refused message until it is resumed, and gives its id. Undefined for a message of no campaign. */
    readonly noteCampaign: (
      message: MessageRef,
      notice: { readonly text: string; readonly at: number }
    ) => Effect.Effect<string | undefined, SqlError.SqlError>
    /**
     * Outcomes of a campaign's last mails, read after its notice was written: that write makes simultaneous refusals wait for each other.
     * `refused` and `unanswered` are 0 where one of the last ten settled mails was accepted.
     */
    readonly readCampaign: (
      account_id: string,
      campaign_id: string
    ) => Effect.Effect<RefusedCampaign | undefined, SqlError.SqlError>
    /** Pauses a campaign that is being sent; its messages wait. */
    readonly stopCampaign: (
      account_id: string,
      campaign_id: string,
      now: number
    ) => Effect.Effect<void, SqlError.SqlError>
    /** The flow of a refused message, and how many of its last three settled mails were accepted. Undefined for a message of no flow. */
    readonly readFlow: (message: MessageRef) => Effect.Effect<RefusedFlow | undefined, SqlError.SqlError>
    /** Shows a notice at the flow until it is activated again. */
    readonly noteFlow: (
      message: MessageRef,
      flow_id: string,
      notice: { readonly reason: string; readonly at: number }
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Pauses the flow and holds its queued mails. */
    readonly stopFlow: (account_id: string, flow_id: string, now: number) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/messages/SendStops") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return SendStops.of({
        noteCampaign: ({ account_id, message_id }, { text, at }) =>
          Effect.map(
            queryCampaign(sql`
            UPDATE campaigns SET notice = ${text}, notice_at = ${timeText(at)}::timestamptz, notice_message_id = ${message_id}
            WHERE account_id = ${account_id} AND campaign_id = (
              SELECT campaign_id FROM messages WHERE account_id = ${account_id} AND message_id = ${message_id})
            RETURNING campaign_id`),
            (row) => row?.campaign_id
          ),
        // A mail whose refusal is recorded may not be settled yet, but has its event. The others are not read where a mail was accepted.
        readCampaign: (account_id, campaign_id) =>
          queryRefused(sql`
            SELECT accepted, CASE WHEN accepted > 0 THEN 0 ELSE (SELECT count(*) FROM (
              SELECT 1 FROM messages other JOIN message_events event ON event.account_id = ${account_id}
                AND event.message_id = other.message_id AND event.kind = 'refused'
              WHERE other.account_id = ${account_id} AND other.campaign_id = ${campaign_id}
                AND (other.status IN ('bounced', 'failed') OR other.claimed_until IS NOT NULL)
              ORDER BY other.message_id DESC LIMIT ${settledMails}::int
            ) refusals) END::int AS refused, CASE WHEN accepted > 0 THEN 0 ELSE (
              SELECT count(*) FROM messages open WHERE open.account_id = ${account_id} AND open.campaign_id = ${campaign_id}
                AND open.status IN ('queued', 'held') AND open.claimed_until IS NOT NULL AND NOT EXISTS (
                  SELECT 1 FROM message_events event WHERE event.account_id = ${account_id}
                    AND event.message_id = open.message_id AND event.kind = 'refused')
            ) END::int AS unanswered
            FROM (
              SELECT count(*) FILTER (WHERE last.status IN ('sent', 'clicked'))::int AS accepted FROM (
                SELECT settled.status FROM messages settled WHERE settled.account_id = ${account_id}
                  AND settled.campaign_id = ${campaign_id} AND settled.status IN ('sent', 'clicked', 'bounced', 'failed')
                ORDER BY settled.message_id DESC LIMIT ${settledMails}::int
              ) last
            ) of_last`),
        stopCampaign: (account_id, campaign_id, now) =>
          Effect.asVoid(sql`
            UPDATE campaigns SET status = 'paused', due_at = NULL, updated_at = ${timeText(now)}::timestamptz
            WHERE account_id = ${account_id} AND campaign_id = ${campaign_id} AND status IN ('scheduled', 'sending')`),
        readFlow: ({ account_id, message_id }) =>
          queryFlow(sql`
            SELECT m.flow_id, (SELECT count(*) FILTER (WHERE status IN ('sent', 'clicked')) FROM (
              SELECT status FROM messages other WHERE other.account_id = ${account_id} AND other.flow_id = m.flow_id
                AND other.channel = 'email' AND other.status IN ('sent', 'clicked', 'bounced', 'failed')
              ORDER BY other.message_id DESC LIMIT 3
            ) last)::int AS accepted
            FROM messages m JOIN flows f ON f.account_id = ${account_id} AND f.flow_id = m.flow_id
            WHERE m.account_id = ${account_id} AND m.message_id = ${message_id}`),
        noteFlow: ({ account_id, message_id }, flow_id, { reason, at }) =>
          Effect.asVoid(sql`
            UPDATE flows SET notice = ${reason}, notice_at = ${timeText(at)}::timestamptz, notice_message_id = ${message_id}
            WHERE account_id = ${account_id} AND flow_id = ${flow_id}`),
        stopFlow: Effect.fnUntraced(function* (account_id, flow_id, now) {
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
