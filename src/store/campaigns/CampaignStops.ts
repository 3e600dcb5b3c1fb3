import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type RefusedCampaign, settledMails } from "../../domain/campaigns/campaignStop.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

const queryCampaign = queryOne(Schema.Struct({ campaign_id: Schema.String, accepted: Schema.Int, refused: Schema.Int }))

/** Stops of campaigns whose mail is refused. Every member joins the open transaction. */
export class CampaignStops extends Context.Service<
  CampaignStops,
  {
    /** The campaign of a refused message, with its last settled mails, this one included. Undefined for a message of no campaign. */
    readonly read: (message: MessageRef) => Effect.Effect<RefusedCampaign | undefined, SqlError.SqlError>
    /** Shows a notice at the campaign until it is resumed. */
    readonly note: (
      message: MessageRef,
      campaign_id: string,
      notice: { readonly text: string; readonly at: number }
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Pauses a campaign that is being sent; its messages wait. */
    readonly stop: (account_id: string, campaign_id: string, now: number) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/campaigns/CampaignStops") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return CampaignStops.of({
        // A mail whose refusal is being recorded is not settled yet, but has its event.
        read: ({ account_id, message_id }) =>
          queryCampaign(sql`
            SELECT m.campaign_id, (SELECT count(*) FILTER (WHERE last.status IN ('sent', 'clicked')) FROM (
              SELECT settled.status FROM messages settled WHERE settled.account_id = ${account_id}
                AND settled.campaign_id = m.campaign_id AND settled.status IN ('sent', 'clicked', 'bounced', 'failed')
              ORDER BY settled.message_id DESC LIMIT ${settledMails}::int
            ) last)::int AS accepted, (SELECT count(*) FROM (
              SELECT 1 FROM messages other JOIN message_events event ON event.account_id = ${account_id}
                AND event.message_id = other.message_id AND event.kind = 'refused'
              WHERE other.account_id = ${account_id} AND other.campaign_id = m.campaign_id
                AND (other.status IN ('bounced', 'failed') OR other.claimed_until IS NOT NULL)
              ORDER BY other.message_id DESC LIMIT ${settledMails}::int
            ) refusals)::int AS refused
            FROM messages m WHERE m.account_id = ${account_id} AND m.message_id = ${message_id} AND m.campaign_id IS NOT NULL`),
        note: ({ account_id, message_id }, campaign_id, { text, at }) =>
          Effect.asVoid(sql`
            UPDATE campaigns SET notice = ${text}, notice_at = ${timeText(at)}::timestamptz, notice_message_id = ${message_id}
            WHERE account_id = ${account_id} AND campaign_id = ${campaign_id}`),
        stop: (account_id, campaign_id, now) =>
          Effect.asVoid(sql`
            UPDATE campaigns SET status = 'paused', due_at = NULL, updated_at = ${timeText(now)}::timestamptz
            WHERE account_id = ${account_id} AND campaign_id = ${campaign_id} AND status IN ('scheduled', 'sending')`)
      })
    })
  )
}
