import { Schema } from "effect"
import type { CartOrders } from "../carts/cartEnd.ts"
import type { ContactFacts } from "../conditions/Facts.ts"
import type { HistoryLookup, HistoryValues } from "../conditions/History.ts"
import { type Channel, EmailConsent, SmsConsent } from "../contacts/Consent.ts"
import { withOrder } from "../contacts/Contact.ts"
import { leftTopicsAfter } from "../contacts/topicChoice.ts"
import { makeHistoryCounters } from "./historyCounters.ts"
import type { PastCart, PastConsent, PastItem, PastPerson } from "./Past.ts"

/** A contact as it was, moment by moment. */
export interface PastFacts {
  /** Takes an item into account. */
  readonly apply: (item: PastItem) => void
  /** Changes what steps of the flow change. */
  readonly change: (changed: Pick<ContactFacts, "tags"> | Pick<ContactFacts, "custom_fields">) => void
  readonly contact: () => ContactFacts
  readonly history: (now: number) => HistoryValues
  /** The orders that were known of a cart. */
  readonly ordersOf: (cart: PastCart, now: number) => CartOrders
  /** A cart by its last state, if that was known; undefined before. */
  readonly cart: (cart_id: string) => PastCart | undefined
}

/** The contact before any of its items: without orders, and with the consents from before the first line of the ledger. */
export const makePastFacts = (
  { contact, items }: Pick<PastPerson, "contact" | "items">,
  lookups: ReadonlyArray<HistoryLookup>
): PastFacts => {
  const counters = makeHistoryCounters(lookups)
  const carts = new Map<string, PastCart>()
  let facts: ContactFacts = {
    ...withFirstConsents(contact, items),
    // Every topic was left by a line of the ledger.
    left_topics: [],
    order_count: 0,
    first_order_at: null,
    last_order_at: null
  }
  return {
    apply: (item) => {
      if (item.type === "consent") facts = withConsent(facts, item.entry)
      if (item.type === "order") {
        const { tags, custom_fields, left_topics } = facts
        facts = { ...withOrder(facts, item.order.placed_at), tags, custom_fields, left_topics }
      }
      if (item.type === "cart") carts.set(item.cart.cart_id, item)
      counters.add(item)
    },
    change: (changed) => {
      facts = { ...facts, ...changed }
    },
    contact: () => facts,
    history: counters.values,
    ordersOf: ({ reported_order_id, reported_at }, now) => ({
      reported_order_id: reported_at !== null && reported_at <= now ? reported_order_id : null,
      last_order_at: facts.last_order_at
    }),
    cart: (cart_id) => carts.get(cart_id)
  }
}

const isEmail = Schema.is(EmailConsent)
const isSms = Schema.is(SmsConsent)

/**
 * The contact with the consents from before the first lines of its ledger, which has a line for each change: they may have come after all that is
 * replayed. Pure.
 */
export const withFirstConsents = (contact: ContactFacts, items: ReadonlyArray<PastItem>): ContactFacts => {
  const [email, sms] = [firstLine(items, "email")?.from_state, firstLine(items, "sms")?.from_state]
  return {
    ...contact,
    email_consent: isEmail(email) ? email : contact.email_consent,
    sms_consent: isSms(sms) ? sms : contact.sms_consent
  }
}

const firstLine = (items: ReadonlyArray<PastItem>, channel: Channel): PastConsent | undefined => {
  const first = items.find(
    (item) => item.type === "consent" && item.entry.topic === undefined && item.entry.channel === channel
  )
  return first?.type === "consent" ? first.entry : undefined
}

const withConsent = (contact: ContactFacts, { channel, topic, to_state, refused }: PastConsent): ContactFacts => {
  if (refused) return contact
  if (topic !== undefined)
    return { ...contact, left_topics: leftTopicsAfter(contact.left_topics, [{ topic, to_state, refused }]) }
  if (channel === "email") return isEmail(to_state) ? { ...contact, email_consent: to_state } : contact
  return isSms(to_state) ? { ...contact, sms_consent: to_state } : contact
}
