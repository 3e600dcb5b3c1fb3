import { Schema } from "effect"
import type { Channel } from "../contacts/Consent.ts"

/** Contract §10. `skipped`, `held`, `failed` and `bounced` carry a reason. */
export const MessageStatus = Schema.Literals([
  "queued",
  "held",
  "sent",
  "captured",
  "failed",
  "skipped",
  "bounced",
  "clicked"
])
export type MessageStatus = typeof MessageStatus.Type

/** Why a message is written. Only `flow` messages wait for quiet hours to end. */
export const Purpose = Schema.Literals(["flow", "welcome", "confirmation"])
export type Purpose = typeof Purpose.Type

/** What names a message. */
export interface MessageRef {
  readonly account_id: string
  readonly message_id: string
}

/** A message to be written: `subject` (null for SMS) and `body` are Liquid templates. Times in milliseconds. */
export interface NewMessage {
  readonly account_id: string
  readonly contact_id: string
  /** What the message is for, unique in the account: the same key is the same message, written once and sent under one id. */
  readonly key: string
  readonly channel: Channel
  readonly purpose: Purpose
  readonly subject: string | null
  readonly body: string
  readonly flow_id: string | null
  readonly run_id: string | null
  readonly step_id: string | null
  /** The order and the event that its templates show. */
  readonly order_id: bigint | null
  readonly event_id: string | null
}

const text =
  (purpose: "welcome" | "confirmation", body: string) =>
  (to: Pick<NewMessage, "account_id" | "contact_id" | "key">): NewMessage => ({
    ...to,
    channel: "sms",
    purpose,
    subject: null,
    body,
    flow_id: null,
    run_id: null,
    step_id: null,
    order_id: null,
    event_id: null
  })

/** The SMS that greets a contact whose `sms_consent` became `subscribed` (specification §3.2). `key` names the transition. */
export const welcomeMessage = text(
  "welcome",
  "{{ account.name }}: you will get our texts from now on. Reply STOP to end them."
)

/** The one SMS that answers STOP (contract §4). `key` names the transition. */
export const stopConfirmation = text(
  "confirmation",
  "{{ account.name }}: you will get no more texts from us. Reply START to get them again."
)
