import {
  emailOnOrder,
  type LedgerEntry,
  type OrderYes,
  smsOnOrder,
  type ConsentDecision,
  withdrawalAfter
} from "./Consent.ts"
import { type Contact, withdrawalFields, withdrawalOf } from "./Contact.ts"
import type { Order, PlaceOrder } from "../orders/Order.ts"
import { monthsBefore } from "../values/Time.ts"

/** An order call with what its consent rules need. `order` is the stored order with the call laid over it. */
export interface ConsentCall {
  readonly call: PlaceOrder
  readonly before: Order | undefined
  readonly order: Pick<Order, "email" | "phone" | "placed_at" | "accepts_email_marketing" | "accepts_sms_marketing">
  readonly created: boolean
  readonly phoneTaken: boolean
}

/**
 * The consents of a contact after an order, and the ledger lines of every change and refusal (specification §3.2, contract §3).
 * A yes that the stored order says and the call leaves out counts for a contact that it was not said to yet. A refusal is told
 * once: again only when the consent was taken back since the order was last written. Pure.
 */
export const consentOnOrder = (
  now: number,
  contact: Contact,
  { call, before, order, created, phoneTaken }: ConsentCall
): { readonly contact: Contact; readonly ledger: ReadonlyArray<LedgerEntry> } => {
  const sameContact = before !== undefined && before.contact_id === contact.contact_id
  const had = {
    email: sameContact && before.accepts_email_marketing === true && before.email !== null,
    sms: sameContact && before.accepts_sms_marketing === true
  }
  const yes = (repeated: boolean): OrderYes => ({
    placed_at: order.placed_at,
    known_at: before?.created_at ?? now,
    repeated
  })
  const withdrawn = { email: withdrawalOf(contact, "email"), sms: withdrawalOf(contact, "sms") }
  const asks = {
    email: order.accepts_email_marketing === true && (call.fields.accepts_email_marketing === true || !had.email),
    sms: order.accepts_sms_marketing === true && (call.fields.accepts_sms_marketing === true || !had.sms)
  }
  const email: ConsentDecision<Contact["email_consent"]> = asks.email
    ? emailOnOrder(
        contact.email_consent,
        {
          ...yes(had.email),
          hasEmail: order.email !== null,
          withinSixMonths: order.placed_at >= monthsBefore(now, 6)
        },
        withdrawn.email
      )
    : { state: contact.email_consent }
  const sms: ConsentDecision<Contact["sms_consent"]> = asks.sms
    ? smsOnOrder(contact.sms_consent, { created, phoneTaken }, yes(had.sms), withdrawn.sms)
    : { state: contact.sms_consent }

  const entry = {
    account_id: call.account_id,
    contact_id: contact.contact_id,
    cause: "order" as const,
    source_id: String(call.order_id),
    actor: call.actor,
    effective_at: Math.min(order.placed_at, now),
    recorded_at: now
  }
  const line = (
    channel: "email" | "sms",
    from: LedgerEntry["from_state"],
    verdict: ConsentDecision<LedgerEntry["to_state"]>
  ) => {
    if (verdict.rule === undefined) return []
    const refused = verdict.state === from
    const said = sameContact && before[`accepts_${channel}_marketing`] === true
    const since = withdrawn[channel]?.at
    if (refused && said && (since === undefined ? before.placed_at === order.placed_at : before.updated_at > since)) {
      return []
    }
    const to_state = refused ? ("subscribed" as const) : verdict.state
    return [{ ...entry, channel, from_state: from, to_state, refused, rule: verdict.rule }]
  }
  const stands = (channel: "email" | "sms", verdict: ConsentDecision<LedgerEntry["to_state"]>) =>
    verdict.state === contact[`${channel}_consent`]
      ? withdrawn[channel]
      : withdrawalAfter(withdrawn[channel], verdict.state, "merchant", now)
  return {
    contact: {
      ...contact,
      email_consent: email.state,
      sms_consent: sms.state,
      ...withdrawalFields(stands("email", email), stands("sms", sms))
    },
    ledger: [...line("email", contact.email_consent, email), ...line("sms", contact.sms_consent, sms)]
  }
}
