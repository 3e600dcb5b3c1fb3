import { Struct } from "effect"
import type { CartTrigger } from "../carts/cartTriggers.ts"
import type { EventTrigger } from "../events/Event.ts"
import type { Trigger } from "../orders/Order.ts"
import type { ProductTrigger } from "../products/productTriggers.ts"
import type { AbsenceTrigger } from "./AbsenceTrigger.ts"
import type { ConsentTrigger } from "./consentTriggers.ts"
import type { DateTrigger } from "./dateTriggers.ts"
import type { FlowTrigger } from "./FlowTrigger.ts"
import type { SegmentTrigger } from "./SegmentTrigger.ts"
import type { ViewTrigger } from "../visits/viewTriggers.ts"
import type { TagTrigger } from "./tagTriggers.ts"

/** An order, event, change of consent, new tag, date or entry into a segment, an absence that lasts, a cart that was left, a product that was viewed, or a change of a product, which may start flows. */
export type FiredTrigger =
  | SegmentTrigger
  | Trigger
  | EventTrigger
  | ConsentTrigger
  | TagTrigger
  | AbsenceTrigger
  | DateTrigger
  | CartTrigger
  | ProductTrigger
  | ViewTrigger

/** The order, event, cart or product that a trigger hands to flows, besides the contact. */
export type TriggerSubject = "order" | "event" | "cart" | "product" | "none"

type Type = FlowTrigger["type"]
type Fired<T extends Type> = FiredTrigger & { readonly type: T }

interface TriggerKind<T extends Type> {
  /** The record that it hands to flows, besides the contact. */
  readonly subject: TriggerSubject
  /** Text that tells triggers of the kind apart; absent where nothing does. */
  readonly detail?: (trigger: (FlowTrigger & { readonly type: T }) | Fired<T>) => string
  /** Identifies a trigger among the runs of a flow. */
  readonly causeKey: (fired: Fired<T>) => string
  /** Whether a flow's own step made it, so that flows could start each other without end. */
  readonly isOfFlow?: (fired: Fired<T>) => boolean
  /** Whether its flows start for what comes true from their activation on. */
  readonly isWatched?: true
  /** Whether an order may start its flows: by itself, or by the consent or the segment that it brings. */
  readonly isOfOrders?: true
}

const ofOrder: TriggerKind<"order_placed" | "order_received"> = {
  subject: "order",
  causeKey: ({ type, order_id, occurrence }) => `${type}|${order_id}|${occurrence}`,
  isOfOrders: true
}

const ofConsent: TriggerKind<"subscribed" | "unsubscribed"> = {
  subject: "none",
  detail: ({ channel }) => channel,
  // The ledger has one entry for each change, and a source makes each change once.
  causeKey: ({ type, channel, contact_id, occurred_at, source_id }) =>
    `${type}|${channel}|${contact_id}|${occurred_at}|${source_id}`,
  isOfOrders: true
}

// A change of a product is one cause for each contact.
const ofProduct: TriggerKind<"back_in_stock" | "price_dropped"> = {
  subject: "product",
  causeKey: ({ type, contact_id, product, cause }) => `${type}|${contact_id}|${product.product_id}|${cause}`
}

/** The rules of each kind of trigger beyond its schema. CONTRIBUTING.md lists all that a new kind needs. */
const triggerKinds: { readonly [T in Type]: TriggerKind<T> } = {
  order_placed: ofOrder,
  order_received: ofOrder,
  event: { subject: "event", detail: ({ event_type }) => event_type, causeKey: ({ event_id }) => event_id },
  subscribed: ofConsent,
  unsubscribed: ofConsent,
  tagged: {
    subject: "none",
    detail: ({ tag }) => tag,
    causeKey: ({ type, contact_id, source_id }) => `${type}|${contact_id}|${source_id}`,
    isOfFlow: ({ by_flow }) => by_flow
  },
  no_order_for: {
    subject: "none",
    detail: ({ duration }) => duration,
    // Another order makes another absence.
    causeKey: ({ type, duration, contact_id, contact }) => `${type}|${duration}|${contact_id}|${contact.last_order_at}`,
    isWatched: true
  },
  date: {
    subject: "none",
    detail: ({ field }) => field,
    causeKey: ({ type, contact_id, day }) => `${type}|${contact_id}|${day}`,
    isWatched: true
  },
  entered_segment: {
    subject: "none",
    detail: ({ segment_id }) => segment_id,
    causeKey: ({ type, contact_id, source_id }) => `${type}|${contact_id}|${source_id}`,
    isOfOrders: true
  },
  cart_abandoned: {
    subject: "cart",
    detail: ({ duration }) => duration,
    // Another change makes another cause. SQL makes the same key (store/flows/AbandonedCarts.ts).
    causeKey: ({ type, cart }) => `${type}|${cart.cart_id}|${cart.changed_at}`,
    isWatched: true
  },
  product_viewed: {
    subject: "product",
    detail: ({ duration }) => duration,
    // Another view makes another cause. SQL makes the same key (store/flows/ViewedProducts.ts).
    causeKey: ({ type, contact_id, product, viewed_at }) => `${type}|${contact_id}|${product.product_id}|${viewed_at}`,
    isWatched: true
  },
  back_in_stock: ofProduct,
  price_dropped: ofProduct
}

const kindOf = <T extends Type>(type: T): TriggerKind<T> => triggerKinds[type]

/** The kind of record that a trigger hands to flows, besides the contact. */
export const subjectOfTrigger = (type: Type): TriggerSubject => kindOf(type).subject

/** The text that tells triggers of one type apart, such as the tag; null for orders. */
export const triggerDetail = (trigger: FlowTrigger | FiredTrigger): string | null =>
  kindOf(trigger.type).detail?.(trigger) ?? null

/** Identifies a trigger among the runs of a flow: a flow starts at most once for each key (contract §10). */
export const causeKey = (trigger: FiredTrigger): string => kindOf(trigger.type).causeKey(trigger)

/** Whether a step of a flow made the trigger. */
export const isOfFlow = (trigger: FiredTrigger): boolean => kindOf(trigger.type).isOfFlow?.(trigger) === true

/** The triggers whose flows start for what comes true from their activation on. */
export const watchedTriggers: ReadonlyArray<Type> = Struct.keys(triggerKinds).filter(
  (type) => kindOf(type).isWatched === true
)

/** The triggers whose flows an order may start. */
export const orderTriggers: ReadonlyArray<Type> = Struct.keys(triggerKinds).filter(
  (type) => kindOf(type).isOfOrders === true
)
