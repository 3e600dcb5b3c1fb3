import { Result } from "effect"
import type { LedgerEntry } from "../contacts/Consent.ts"
import type { Contact } from "../contacts/Contact.ts"
import { contactIndex } from "../contacts/contactIndex.ts"
import { type ConsentTrigger, consentTriggers } from "../flows/consentTriggers.ts"
import { decideOrder, type OrderDecision, type OrderRefusal } from "./decideOrder.ts"
import { type Integration, mergeFields, type Order, type PlaceOrder, type Trigger } from "./Order.ts"
import type { OverwrittenOrder } from "./overwrittenOrder.ts"
import { applyReport } from "./PlatformOrder.ts"
import type { Suppressions } from "../contacts/Suppressions.ts"

/** The stored state that a batch of calls is decided on. */
export interface OrderSnapshot {
  readonly orders: ReadonlyArray<Order>
  readonly contacts: ReadonlyArray<Contact>
  readonly integrations: ReadonlyArray<Integration>
  /** The suppressions of each call's addresses, by the index of the call. */
  readonly suppressions: ReadonlyArray<Suppressions>
}

/** The effect of a batch of calls: a result for each call, and the last state of every row that changes. */
export interface OrderBatch {
  readonly results: ReadonlyArray<Result.Result<OrderDecision, OrderRefusal>>
  readonly orders: ReadonlyArray<Order>
  readonly contacts: ReadonlyArray<Contact>
  /** Contacts whose first and last order must be read from their orders once these are written. */
  readonly staleRanges: ReadonlyArray<Pick<Contact, "account_id" | "contact_id">>
  readonly ledger: ReadonlyArray<LedgerEntry>
  readonly triggers: ReadonlyArray<Trigger>
  /** Orders that stores took from others. */
  readonly overwritten: ReadonlyArray<OverwrittenOrder & { readonly account_id: string }>
  /** The subscriptions that the calls make, but for those of an initial sync. */
  readonly consents: ReadonlyArray<ConsentTrigger>
}

const orderKey = (order: Pick<Order, "account_id" | "order_id">) => `${order.account_id}|${order.order_id}`

/** The e-mail and phone of each call's merged order: its own over those of the stored order and of earlier calls for that order. */
export const addressesOf = (calls: ReadonlyArray<PlaceOrder>, stored: ReadonlyArray<Order>) => {
  const orders = new Map<string, Pick<Order, "email" | "phone">>(stored.map((order) => [orderKey(order), order]))
  return calls.map((call) => {
    const { email: sentEmail, phone: sentPhone } = call.fields
    const before = orders.get(orderKey(call))
    const email = sentEmail === undefined ? (before?.email ?? null) : sentEmail
    const phone = sentPhone === undefined ? (before?.phone ?? null) : sentPhone
    orders.set(orderKey(call), { email, phone })
    return { account_id: call.account_id, email, phone }
  })
}

/** Folds `decideOrder` over the calls in order: each is decided on the state that the calls before it leave. Pure. */
export const decideOrders = (now: number, calls: ReadonlyArray<PlaceOrder>, snapshot: OrderSnapshot): OrderBatch => {
  const orders = new Map(snapshot.orders.map((order) => [orderKey(order), order]))
  const contacts = contactIndex(snapshot.contacts)
  const integrations = Map.groupBy(snapshot.integrations, ({ account_id }) => account_id)
  const changedOrders = new Map<string, Order>()
  const changedContacts = new Map<string, Contact>()
  const staleRanges = new Map<string, Pick<Contact, "account_id" | "contact_id">>()
  const ledger: Array<LedgerEntry> = []
  const triggers: Array<Trigger> = []
  const consents: Array<ConsentTrigger> = []
  const overwritten: Array<OverwrittenOrder & { readonly account_id: string }> = []

  const results = calls.map((requested, index) => {
    const { account_id } = requested
    const order = orders.get(orderKey(requested))
    const call = applyReport(requested, order)
    if (call === "unknown") return Result.fail({ _tag: "OrderUnknown" } as const)
    if (call === "erased") return Result.fail({ _tag: "ContactErased" } as const)
    const { email, phone } = mergeFields(order, call)
    const result = decideOrder(now + (call.clock_offset ?? 0), call, {
      order,
      current: order?.contact_id == null ? undefined : contacts.byId(account_id, order.contact_id),
      byEmail: contacts.byEmail(account_id, email),
      byPhone: contacts.byPhone(account_id, phone),
      integrations: integrations.get(account_id) ?? [],
      suppressions: snapshot.suppressions[index] ?? {}
    })
    if (Result.isFailure(result)) return result
    const decision = result.success
    if (decision.changed) {
      orders.set(orderKey(call), decision.order)
      changedOrders.set(orderKey(call), decision.order)
    }
    for (const contact of decision.contacts) {
      contacts.put(contact)
      changedContacts.set(`${account_id}|${contact.contact_id}`, contact)
    }
    for (const contact_id of decision.staleRanges)
      staleRanges.set(`${account_id}|${contact_id}`, { account_id, contact_id })
    ledger.push(...decision.ledger)
    triggers.push(...decision.triggers)
    if (decision.overwritten !== undefined) overwritten.push({ ...decision.overwritten, account_id })
    if (!call.initial_sync) consents.push(...consentTriggers(decision.ledger, decision.contacts))
    return result
  })
  return {
    results,
    orders: [...changedOrders.values()],
    contacts: [...changedContacts.values()],
    staleRanges: [...staleRanges.values()],
    ledger,
    triggers,
    overwritten,
    consents
  }
}
