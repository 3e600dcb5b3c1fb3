import type { Channel } from "../contacts/Consent.ts"
import type { Recipient } from "./decideSend.ts"
import type { MessageStatus, Purpose } from "./Message.ts"

/** A claimed message with what its sending rests on. `attempts` counts this try; `data` is what templates show. */
export interface DueMessage {
  readonly account_id: string
  readonly message_id: string
  readonly channel: Channel
  readonly purpose: Purpose
  readonly subject: string | null
  readonly body: string
  readonly attempts: number
  /** One of `claimLoss`, this claim included. */
  readonly lost_claims: number
  /** How far the account's clock is ahead, in milliseconds. */
  readonly clock_offset: number
  readonly account_name: string
  readonly timezone: string
  /** Undefined once the contact was deleted. */
  readonly contact: Recipient | undefined
  readonly data: Readonly<Record<string, unknown>>
}

/** What became of one try, under the `attempts` it was claimed with. Null members stay as they are. Times in milliseconds. */
export interface Outcome {
  readonly account_id: string
  readonly message_id: string
  readonly attempts: number
  readonly status: Exclude<MessageStatus, "clicked">
  readonly reason: string | null
  /** When it is tried again, for `queued` and `held`. */
  readonly due_at: number | null
  readonly recipient: string | null
  readonly subject: string | null
  readonly body: string | null
}
