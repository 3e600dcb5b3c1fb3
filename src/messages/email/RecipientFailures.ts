import { Context, type Effect } from "effect"
import type { Unavailable } from "../../domain/Errors.ts"

/** An address that the mail server refused for good, and the message that showed it. */
export interface RecipientFailure {
  readonly account_id: string
  readonly message_id: string
  readonly email: string
}

/** Where the sender reports addresses that mail can't reach (contract §4: a hard bounce). */
export class RecipientFailures extends Context.Service<
  RecipientFailures,
  {
    /** Suppresses whoever has the address now. Idempotent. */
    readonly report: (failure: RecipientFailure) => Effect.Effect<void, Unavailable>
  }
>()("tally/messages/email/RecipientFailures") {}
