import { Schema } from "effect"
import type { OrderBatch } from "../../../src/domain/orders/decideOrders.ts"
import type { Contact } from "../../../src/domain/contacts/Contact.ts"
import type { LedgerEntry } from "../../../src/domain/contacts/Consent.ts"
import type { Order, PlaceOrder } from "../../../src/domain/orders/Order.ts"
import { call } from "./orders.ts"

const few = <const A extends ReadonlyArray<string>>(values: A) => Schema.Literals(values)
const emails = few(["ada@example.com", "ADA@example.com", "bob@example.com", "cy@example.com"])
const phones = few(["+12025550101", "+12025550102", "+12025550103"])
const identity = Schema.Union([
  Schema.Struct({ email: emails, phone: Schema.optionalKey(Schema.NullOr(phones)) }),
  Schema.Struct({ phone: phones })
])

/** A call on one of few orders, identities and dates, so that calls of a history often collide. */
export const Step = Schema.Struct({
  order: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 })),
  identity,
  placed_at: Schema.Literals([0, 1_000, 2_000, 3_000]),
  shipment_status: Schema.optionalKey(Schema.NullOr(Schema.Literals(["delivered", "in_transit", "confirmed"]))),
  accepts_email_marketing: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  accepts_sms_marketing: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  initial_sync: Schema.Boolean,
  /** Whether this call shares the transaction of the previous one. */
  joins: Schema.Boolean
})
export type Step = typeof Step.Type

export const History = Schema.Array(Step).check(Schema.isMaxLength(14))

/** The step as a call; `at` gives the id of a contact it may create. */
export const toCall = (step: Step, at: number, rest: Partial<PlaceOrder> = {}): PlaceOrder => {
  const { order, identity: who, joins: _, initial_sync, ...fields } = step
  return call({
    ...rest,
    order_id: BigInt(order),
    initial_sync,
    new_contact_id: `con_${String(at).padStart(4, "0")}`,
    // An SMS opt-in without a phone is refused before the decision.
    fields: { email: null, ...fields, ...who }
  })
}

/** The calls of a history, grouped by transaction. */
export const batchesOf = (history: ReadonlyArray<Step>, rest: Partial<PlaceOrder> = {}) => {
  const batches: Array<Array<PlaceOrder>> = []
  history.forEach((step, at) => {
    if (step.joins && batches.length > 0) batches.at(-1)?.push(toCall(step, at, rest))
    else batches.push([toCall(step, at, rest)])
  })
  return batches
}

export interface StoredHistory {
  readonly orders: ReadonlyArray<Order>
  readonly contacts: ReadonlyArray<Contact>
  readonly ledger: ReadonlyArray<LedgerEntry>
}

/** Applies a batch as the store does: overwrites changed rows, then recomputes staleRanges ranges from the orders. */
export const saveBatch = (kept: StoredHistory, batch: OrderBatch): StoredHistory => {
  const orders = overwritten(kept.orders, batch.orders, ({ order_id }) => order_id)
  const contacts = overwritten(kept.contacts, batch.contacts, ({ contact_id }) => contact_id)
  const staleRanges = new Set(batch.staleRanges.map(({ contact_id }) => contact_id))
  return {
    orders,
    contacts: contacts.map((one) => (staleRanges.has(one.contact_id) ? { ...one, ...rangeOf(orders, one) } : one)),
    ledger: [...kept.ledger, ...batch.ledger]
  }
}

const overwritten = <A>(before: ReadonlyArray<A>, changed: ReadonlyArray<A>, key: (one: A) => unknown) => {
  const keys = new Set(changed.map(key))
  return [...before.filter((one) => !keys.has(key(one))), ...changed]
}

const rangeOf = (
  orders: ReadonlyArray<Pick<Order, "contact_id" | "placed_at">>,
  { contact_id }: Pick<Contact, "contact_id">
) => {
  const dates = orders.filter((order) => order.contact_id === contact_id).map(({ placed_at }) => placed_at)
  return {
    first_order_at: dates.length === 0 ? null : Math.min(...dates),
    last_order_at: dates.length === 0 ? null : Math.max(...dates)
  }
}

/** The expected figures of a contact: a fold over its orders. */
export const figuresOf = (
  orders: ReadonlyArray<Pick<Order, "contact_id" | "placed_at">>,
  one: Pick<Contact, "contact_id">
) => ({
  order_count: orders.filter(({ contact_id }) => contact_id === one.contact_id).length,
  ...rangeOf(orders, one)
})

/** The expected consents of a contact: a fold over its ledger. */
export const consentsOf = (
  ledger: ReadonlyArray<Pick<LedgerEntry, "contact_id" | "channel" | "refused" | "to_state">>,
  { contact_id }: Pick<Contact, "contact_id">
) => {
  const of = (channel: string) =>
    ledger.findLast((line) => line.contact_id === contact_id && line.channel === channel && !line.refused)?.to_state ??
    "never_subscribed"
  return { email_consent: of("email"), sms_consent: of("sms") }
}

/** The expected deliveries and triggers of a history, call by call. */
export const deliveriesOf = (history: ReadonlyArray<Step>) => {
  const status = new Map<number, string | null>()
  const deliveries = new Map<number, number>()
  const triggers: Array<string> = []
  for (const step of history) {
    const placed = !status.has(step.order)
    const before = status.get(step.order) ?? null
    const after = step.shipment_status === undefined ? before : step.shipment_status
    status.set(step.order, after)
    if (placed && !step.initial_sync) triggers.push(`order_placed ${step.order} 0`)
    if (after !== "delivered" || before === "delivered") continue
    const count = (deliveries.get(step.order) ?? 0) + 1
    deliveries.set(step.order, count)
    if (!step.initial_sync) triggers.push(`order_received ${step.order} ${count}`)
  }
  return { deliveries, triggers }
}
