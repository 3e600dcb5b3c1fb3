import { Context, type Effect } from "effect"
import type { Unavailable } from "../../domain/Errors.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"

/** Receives hard bounces of the mail server (contract §4.4). */
export class RecipientFailures extends Context.Service<
  RecipientFailures,
  {
    /** Suppresses the contact that has the address now. `message` is the mail that bounced. Idempotent. */
    readonly report: (message: MessageRef, email: string) => Effect.Effect<void, Unavailable>
  }
>()("tally/messages/email/RecipientFailures") {}
