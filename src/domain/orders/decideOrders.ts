import { Result } from "effect"
import type { LedgerEntry } from "../contacts/Consent.ts"
import type { Contact } from "../contacts/Contact.ts"
import { contactIndex } from "../contacts/contactIndex.ts"
import { decideOrder, type ErasedMeanwhile, type OrderDecision, type UnknownIntegration } from "./decideOrder.ts"
import { type Integration, laidOver, type Order, type PlaceOrder, type Trigger } from "./Order.ts"
import type { Suppressions } from "../contacts/Suppressions.ts"

/** Everything a batch of calls is judged against. */
export interface OrderSnapshot {
  readonly orders: ReadonlyArray<Order>
  readonly contacts: ReadonlyArray<Contact>
  readonly integrations: ReadonlyArray<Integration>
  /** The suppressions of the addresses of each call, in the order of the calls. */
  readonly suppressions: ReadonlyArray<Suppressions>
}

/** What a batch of calls comes to: an answer for each, and the last state of all that changed. */
export interface OrderBatch {
  readonly answers: ReadonlyArray<Result.Result<OrderDecision, UnknownIntegration | ErasedMeanwhile>>
  readonly orders: ReadonlyArray<Order>
  readonly contacts: ReadonlyArray<Contact>
  /** Contacts whose order range has to be read from their orders, after these are written. */
  readonly inexact: ReadonlyArray<Pick<Contact, "account_id" | "contact_id">>
  readonly ledger: ReadonlyArray<LedgerEntry>
  readonly triggers: ReadonlyArray<Trigger>
}

const orderKey = (order: Pick<Order, "account_id" | "order_id">) => `${order.account_id}|${order.order_id}`

/**
 * The e-mail and phone that each call is judged with: its own over those of the stored order, as the calls before it leave that.
 */
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

/** Folds `decideOrder` over the calls in the order given: each is judged against what the ones before it left. Pure. */
export const decideOrders = (now: number, calls: ReadonlyArray<PlaceOrder>, snapshot: OrderSnapshot): OrderBatch => {
  const orders = new Map(snapshot.orders.map((order) => [orderKey(order), order]))
  const contacts = contactIndex(snapshot.contacts)
  const integrations = Map.groupBy(snapshot.integrations, ({ account_id }) => account_id)
  const changedOrders = new Map<string, Order>()
  const changedContacts = new Map<string, Contact>()
  const inexact = new Map<string, Pick<Contact, "account_id" | "contact_id">>()
  const ledger: Array<LedgerEntry> = []
  const triggers: Array<Trigger> = []

  const answers = calls.map((call, at) => {
    const { account_id } = call
    const order = orders.get(orderKey(call))
    const { email, phone } = laidOver(order, call)
    const answer = decideOrder(now + (call.clock_offset ?? 0), call, {
      order,
      current: order?.contact_id == null ? undefined : contacts.byId(account_id, order.contact_id),
      byEmail: contacts.byEmail(account_id, email),
      byPhone: contacts.byPhone(account_id, phone),
      integrations: integrations.get(account_id) ?? [],
      suppressions: snapshot.suppressions[at] ?? {}
    })
    if (Result.isFailure(answer)) return answer
    const decision = answer.success
    if (decision.changed) {
      orders.set(orderKey(call), decision.order)
      changedOrders.set(orderKey(call), decision.order)
    }
    for (const contact of decision.contacts) {
      contacts.put(contact)
      changedContacts.set(`${account_id}|${contact.contact_id}`, contact)
    }
    for (const contact_id of decision.inexact) inexact.set(`${account_id}|${contact_id}`, { account_id, contact_id })
    ledger.push(...decision.ledger)
    triggers.push(...decision.triggers)
    return answer
  })
  return {
    answers,
    orders: [...changedOrders.values()],
    contacts: [...changedContacts.values()],
    inexact: [...inexact.values()],
    ledger,
    triggers
  }
}
