import { Result } from "effect"
import type { LedgerEntry } from "../contacts/Consent.ts"
import { consentOnOrder } from "../contacts/consentOnOrder.ts"
import { type Contact, withoutOrder, withOrder } from "../contacts/Contact.ts"
import { predatesErasure, type Suppressions } from "../contacts/Suppressions.ts"
import { attributedMessage } from "./Attribution.ts"
import { type Integration, mergeFields, type Order, type OrderFields, type PlaceOrder, type Trigger } from "./Order.ts"
import { type OverwrittenOrder, overwrittenEntry, overwrittenOrder } from "./overwrittenOrder.ts"
import { type ResolvedContact, resolveContact } from "./resolveContact.ts"

/** The stored state that an order call is decided on. */
export interface OrderState {
  readonly order: Order | undefined
  /** The contact that the stored order is linked to. */
  readonly current: Contact | undefined
  /** The contacts with the e-mail and with the phone of the merged order. */
  readonly byEmail: Contact | undefined
  readonly byPhone: Contact | undefined
  /** The integration of the call's token, that of the stored order, and at most two active ones of the account. */
  readonly integrations: ReadonlyArray<Integration>
  /** Suppressions of the merged order's addresses, for a contact that the call creates or gives its phone. */
  readonly suppressions: Suppressions
}

/** The effect of a call. */
export interface OrderDecision {
  readonly created: boolean
  readonly order: Order
  readonly changed: boolean
  readonly integration: Integration | undefined
  /** The contacts that change. */
  readonly contacts: ReadonlyArray<Contact>
  readonly contactCreated: boolean
  /** Ids of contacts whose first and last order must be read from their orders. */
  readonly staleRanges: ReadonlyArray<string>
  readonly ledger: ReadonlyArray<LedgerEntry>
  readonly triggers: ReadonlyArray<Trigger>
  /** Undefined unless the call took the order of another store. */
  readonly overwritten: OverwrittenOrder | undefined
}

/** The integration token matches no active integration of the account (contract §3). */
export interface UnknownIntegration {
  readonly _tag: "UnknownIntegration"
}

/** The call would create a contact for a person who was erased after the order was handed over. */
export interface ContactErased {
  readonly _tag: "ContactErased"
}

/** A report of a shipment or refund alone, whose order was not reported yet. */
export interface OrderUnknown {
  readonly _tag: "OrderUnknown"
}

/** Another connected store reported an order with the same id. */
export interface OrderOfOtherShop {
  readonly _tag: "OrderOfOtherShop"
}

/** The reasons for which an order call changes nothing. */
export type OrderRefusal = UnknownIntegration | ContactErased | OrderUnknown | OrderOfOtherShop

/** Decides what an order call does to the order, its contact, consents, figures and flows (contract §3). Pure. */
export const decideOrder = (
  now: number,
  call: PlaceOrder,
  state: OrderState
): Result.Result<OrderDecision, OrderRefusal> => {
  const before = state.order
  if (isOfOtherShop(call, state)) return Result.fail({ _tag: "OrderOfOtherShop" })
  const integration = resolveIntegration(call, state)
  if (integration === "unknown") return Result.fail({ _tag: "UnknownIntegration" })
  const fields = mergeFields(before, call)
  const resolved = resolveContact(now, call, fields, state)
  if (resolved.created && predatesErasure(call.known_since, state.suppressions.erased_at))
    return Result.fail({ _tag: "ContactErased" })
  const consented = consentOnOrder(now, resolved.contact, { call, before, order: fields, ...resolved })
  const order = mergeOrder(now, call, { before, fields, contact: consented.contact, integration })
  const moved = moveOrder(state, order, consented.contact)
  const overwritten = overwrittenOrder(call, state, { fields, integration })
  const ledger = [
    ...resolved.ledger,
    ...consented.ledger,
    ...(overwritten === undefined ? [] : overwrittenEntry(now, call, state))
  ]
  // A ledger entry marks the order as written: consentOnOrder compares times to record a refusal only once.
  const changed = before === undefined || !sameOrder(before, order) || consented.ledger.length > 0
  return Result.succeed({
    created: before === undefined,
    order: changed || before === undefined ? order : before,
    changed,
    integration,
    contacts: changedContacts(now, state, resolved, moved.contacts),
    contactCreated: resolved.created,
    staleRanges: moved.staleRanges,
    ledger,
    triggers: integration?.active === true ? triggersOf(now, call, before, order, moved.contact) : [],
    overwritten
  })
}

// Two stores may number their orders alike. An order keeps the store that reported it for as long as that is connected.
const isOfOtherShop = ({ reported, integration_digest }: PlaceOrder, { order, integrations }: OrderState): boolean =>
  reported !== undefined &&
  integrations.some(
    ({ integration_id, active, digest }) =>
      active && integration_id === order?.integration_id && digest !== integration_digest
  )

/** By the call's token, else as stored, else the account's only active integration. */
const resolveIntegration = (call: PlaceOrder, { order, integrations }: OrderState) => {
  const active = integrations.filter((integration) => integration.active)
  if (call.integration_digest !== null) {
    return active.find(({ digest }) => digest === call.integration_digest) ?? ("unknown" as const)
  }
  const stored = order?.integration_id
  if (stored !== undefined && stored !== null)
    return integrations.find(({ integration_id }) => integration_id === stored)
  // Stores that connect by themselves send their own orders.
  const custom = active.filter(({ kind }) => kind === "custom")
  return custom.length === 1 ? custom[0] : undefined
}

const isDelivered = (before: Order | undefined, after: Pick<Order, "shipment_status">): boolean =>
  after.shipment_status === "delivered" && before?.shipment_status !== "delivered"

interface Merge {
  readonly before: Order | undefined
  readonly fields: OrderFields
  readonly contact: Contact
  readonly integration: Integration | undefined
}

/** The order to store. Attribution is decided once, when a live order is created. */
const mergeOrder = (now: number, call: PlaceOrder, { before, fields, contact, integration }: Merge): Order => ({
  ...fields,
  account_id: call.account_id,
  order_id: call.order_id,
  contact_id: contact.contact_id,
  integration_id: integration?.integration_id ?? before?.integration_id ?? null,
  deliveries: (before?.deliveries ?? 0) + (isDelivered(before, fields) ? 1 : 0),
  attributed_message_id:
    before !== undefined || call.initial_sync
      ? (before?.attributed_message_id ?? null)
      : attributedMessage(now, contact),
  created_at: before?.created_at ?? now,
  updated_at: now
})

interface MovedOrder {
  /** The contact of the order, with the order in its figures. */
  readonly contact: Contact
  /** The contact that the order gets, and the contact that it leaves. */
  readonly contacts: ReadonlyArray<Contact>
  readonly staleRanges: ReadonlyArray<string>
}

/** Takes the stored order out of the figures of its contact, and adds the order to those of its contact now. */
const moveOrder = ({ order: before, current }: OrderState, { placed_at }: Order, contact: Contact): MovedOrder => {
  if (before === undefined || current === undefined) {
    const added = withOrder(contact, placed_at)
    return { contact: added, contacts: [added], staleRanges: [] }
  }
  const leaves = current.contact_id !== contact.contact_id
  if (!leaves && before.placed_at === placed_at) return { contact, contacts: [contact], staleRanges: [] }
  const removed = withoutOrder(leaves ? current : contact, before.placed_at)
  const added = withOrder(leaves ? contact : removed.contact, placed_at)
  return {
    contact: added,
    contacts: leaves ? [removed.contact, added] : [added],
    staleRanges: removed.exact ? [] : [removed.contact.contact_id]
  }
}

const changedContacts = (
  now: number,
  { current }: OrderState,
  { created, found }: ResolvedContact,
  contacts: ReadonlyArray<Contact>
): ReadonlyArray<Contact> =>
  contacts
    .filter((contact) => created || !sameContact(contact, current, found))
    .map((contact) => ({ ...contact, updated_at: now }))

/**
 * 'Order Placed' when the order is created, or once it is paid if its platform waits for that; 'Order Received' for each change into delivered.
 * Nothing under `initial_sync`.
 */
const triggersOf = (
  now: number,
  { account_id, order_id, initial_sync, placement }: PlaceOrder,
  before: Order | undefined,
  order: Order,
  contact: Contact
): ReadonlyArray<Trigger> => {
  if (initial_sync) return []
  const trigger = { account_id, order_id, contact_id: contact.contact_id, occurred_at: now, order, contact }
  const isPlaced = before === undefined ? placement !== "waits" : placement === "paid"
  return [
    ...(isPlaced ? [{ ...trigger, type: "order_placed" as const, occurrence: 0 }] : []),
    ...(isDelivered(before, order)
      ? [{ ...trigger, type: "order_received" as const, occurrence: order.deliveries }]
      : [])
  ]
}

const sameOrder = (before: Order, after: Order): boolean =>
  Object.entries(after).every(([key, value]) => key === "updated_at" || Reflect.get(before, key) === value)

const sameContact = (after: Contact, ...before: ReadonlyArray<Contact | undefined>): boolean =>
  before.some(
    (contact) =>
      contact !== undefined && Object.entries(after).every(([name, value]) => Reflect.get(contact, name) === value)
  )
