import { Effect } from "effect"
import type { Unavailable } from "../../domain/Errors.ts"
import { readBounce, reportOfBounce } from "../../domain/mailReports/readBounce.ts"
import { bounceAddresses } from "../../outbound/bounces/bounceAddresses.ts"
import { parseBounce } from "../../outbound/bounces/parseBounce.ts"
import { MessageQueries } from "../../store/messages/MessageQueries.ts"
import { KeepReports } from "./KeepReports.ts"

/** Receives mail that came back (contract §12). */
export interface ReceiveBounces {
  /** Whether an address was signed for a message. */
  readonly isKnownBounce: (address: string) => boolean
  /**
   * Keeps what a mail to such an address reports of its message. A mail to another address and one that reports no failure change
   * nothing. The recipient is the one that the message was sent to, whatever the report calls them. Idempotent.
   */
  readonly receiveBounce: (address: string, raw: Uint8Array) => Effect.Effect<void, Unavailable>
}

export const makeReceiveBounces = Effect.gen(function* () {
  const addresses = yield* bounceAddresses
  const messages = yield* MessageQueries
  const reports = yield* KeepReports
  const part: ReceiveBounces = {
    isKnownBounce: (address) => addresses.open(address) !== undefined,
    receiveBounce: Effect.fn("ReceiveMailReports.receiveBounce")(function* (address, raw) {
      const message = addresses.open(address)
      const mail = message === undefined ? undefined : yield* parseBounce(raw)
      const bounce = mail === undefined ? undefined : readBounce(mail)
      if (message === undefined || bounce === undefined) return
      const email = (yield* messages.recipient(message))?.recipient
      if (email == null) return
      const report = reportOfBounce(bounce, { email, message_id: message.message_id })
      yield* reports.keep(message.account_id, [report], [])
    })
  }
  return part
})
