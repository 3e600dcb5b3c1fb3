import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { reasonText } from "../../domain/reasons.ts"
import { SendStops } from "../../store/messages/SendStops.ts"
import { transact } from "../../store/database/Transaction.ts"

/**
 * Gives a function that pauses the campaign of a message whose sender is not fit to send, with a notice, and gives the reason back. The
 * message is held and decided again, so that nothing is lost.
 */
export const makeHoldForSender = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const stops = yield* SendStops
  return Effect.fnUntraced(function* (message: DueMessage, reason: string) {
    const { campaign_id, account_id } = message
    if (campaign_id === null) return reason
    const at = yield* Clock.currentTimeMillis
    const stop = Effect.andThen(
      stops.noteCampaign(message, { text: reasonText(reason), at }),
      stops.stopCampaign(account_id, campaign_id, at)
    )
    // Without it the other messages are held one by one.
    yield* Effect.ignore(transact(sql)(stop))
    return reason
  })
})
