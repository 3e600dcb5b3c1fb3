import { Context, type Effect } from "effect"
import type { Unavailable } from "../../domain/Errors.ts"
import type { DeliveryReport } from "../../domain/messages/DeliveryReport.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"

/** Receives what mail server and SMS provider answered while a message was sent, in place of a report. */
export class SendFailures extends Context.Service<
  SendFailures,
  {
    /** Applies a permanent failure, or a soft bounce of a mail that was given up (contract §4.7). Idempotent. */
    readonly report: (account_id: string, report: DeliveryReport) => Effect.Effect<void, Unavailable>
    /** Unsubscribes a phone from texts: the SMS provider sends it nothing. Idempotent. */
    readonly stopped: (message: MessageRef, phone: string) => Effect.Effect<void, Unavailable>
  }
>()("tally/messages/email/SendFailures") {}
