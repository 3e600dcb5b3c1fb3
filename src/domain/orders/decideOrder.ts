import { Result } from "effect"
import { attributedMessage } from "./Attribution.ts"
import type { LedgerEntry } from "../contacts/Consent.ts"
import { consentOnOrder } from "../contacts/consentOnOrder.ts"
import { type Contact, withoutOrder, withOrder } from "../contacts/Contact.ts"
import { linkOrder } from "./linkOrder.ts"
import { type Integration, laidOver, type Order, type PlaceOrder, type Trigger } from "./Order.ts"
import { predatesErasure, type Suppressions } from "../contacts/Suppressions.ts"

/** What an order call is judged against. */
export interface OrderState {
  readonly order: Order | undefined
  /** The contact that the order is linked to now. */
  readonly current: Contact | undefined
  /** The contacts that own the e-mail and the phone of the stored order with the call laid over it. */
  readonly byEmail: Contact | undefined
  readonly byPhone: Contact | undefined
  /** The account's integrations, as far as they count: the one that the call names, the order's, and two that are active. */
  readonly integrations: ReadonlyArray<Integration>
  /** The suppressions of these addresses, for a call that creates a contact or gives one its phone. */
  readonly suppressions: Suppressions
}

/** What a call does. `contacts` are those that changed; those in `inexact` need their order range read again. */
export interface OrderDecision {
  readonly created: boolean
  readonly order: Order
  readonly changed: boolean
  readonly integration: Integration | undefined
  readonly contacts: ReadonlyArray<Contact>
  readonly contactCreated: boolean
  readonly inexact: ReadonlyArray<string>
  readonly ledger: ReadonlyArray<LedgerEntry>
  readonly triggers: ReadonlyArray<Trigger>
}

/** The integration token names no active integration of the account (specification §4.2). */
export interface UnknownIntegration {
  readonly _tag: "UnknownIntegration"
}

/** The order was handed over before its person was erased, and would bring that person back. */
export interface ErasedMeanwhile {
  readonly _tag: "ErasedMeanwhile"
}

/** What an order does to its contact, their consents and figures, and to flows (specification §3, §4.2). Pure. */
export const decideOrder = (
  now: number,
  call: PlaceOrder,
  state: OrderState
): Result.Result<OrderDecision, UnknownIntegration | ErasedMeanwhile> => {
  const active = state.integrations.filter((integration) => integration.active)
  const integration = attribute(call, state, active)
  if (integration === "unknown") return Result.fail({ _tag: "UnknownIntegration" })

  const before = state.order
  const laid = laidOver(before, call)
  const link = linkOrder(now, call, laid, state)
  const { contact, created } = link
  if (created && predatesErasure(call.known_since, state.suppressions.erased_at))
    return Result.fail({ _tag: "ErasedMeanwhile" })
  const consented = consentOnOrder(now, contact, { call, before, order: laid, ...link })
  const figures = moveOrder(before, state.current, consented.contact, laid.placed_at)
  const after: Order = {
    ...laid,
    account_id: call.account_id,
    order_id: call.order_id,
    contact_id: contact.contact_id,
    integration_id: integration?.integration_id ?? before?.integration_id ?? null,
    deliveries: before?.deliveries ?? 0,
    attributed_message_id:
      before !== undefined || call.initial_sync
        ? (before?.attributed_message_id ?? null)
        : attributedMessage(now, contact),
    created_at: before?.created_at ?? now,
    updated_at: now
  }
  const received = laid.shipment_status === "delivered" && before?.shipment_status !== "delivered"
  const order = received ? { ...after, deliveries: after.deliveries + 1 } : after
  // An order that the ledger names was written then: what it was refused is not told again.
  const changed = before === undefined || !sameOrder(before, order) || consented.ledger.length > 0
  const startsFlows = integration?.active === true && !call.initial_sync
  const trigger = (type: Trigger["type"], occurrence: number): Trigger => ({
    account_id: call.account_id,
    type,
    order_id: call.order_id,
    occurrence,
    contact_id: contact.contact_id,
    occurred_at: now,
    order,
    contact: figures.contacts.find(({ contact_id }) => contact_id === contact.contact_id) ?? consented.contact
  })
  return Result.succeed({
    created: before === undefined,
    order: changed || before === undefined ? order : before,
    changed,
    integration,
    contacts: figures.contacts
      .filter((after_) => created || !sameContact(after_, state.current, link.found))
      .map((after_) => ({ ...after_, updated_at: now })),
    contactCreated: created,
    inexact: figures.inexact,
    ledger: [...link.ledger, ...consented.ledger],
    triggers: [
      ...(startsFlows && before === undefined ? [trigger("order_placed", 0)] : []),
      ...(startsFlows && received ? [trigger("order_received", order.deliveries)] : [])
    ]
  })
}

const attribute = (call: PlaceOrder, state: OrderState, active: ReadonlyArray<Integration>) => {
  if (call.integration_digest !== null) {
    return active.find(({ digest }) => digest === call.integration_digest) ?? ("unknown" as const)
  }
  const kept = state.order?.integration_id
  if (kept !== undefined && kept !== null)
    return state.integrations.find(({ integration_id }) => integration_id === kept)
  return active.length === 1 ? active[0] : undefined
}

const moveOrder = (before: Order | undefined, current: Contact | undefined, contact: Contact, placedAt: number) => {
  if (before === undefined || current === undefined) return { contacts: [withOrder(contact, placedAt)], inexact: [] }
  const moved = current.contact_id !== contact.contact_id
  if (!moved && before.placed_at === placedAt) return { contacts: [contact], inexact: [] }
  const left = withoutOrder(moved ? current : contact, before.placed_at)
  const inexact = left.exact ? [] : [left.contact.contact_id]
  return moved
    ? { contacts: [left.contact, withOrder(contact, placedAt)], inexact }
    : { contacts: [withOrder(left.contact, placedAt)], inexact }
}

const sameOrder = (before: Order, after: Order): boolean =>
  Object.entries(after).every(([key, value]) => key === "updated_at" || Reflect.get(before, key) === value)

const sameContact = (after: Contact, ...before: ReadonlyArray<Contact | undefined>): boolean =>
  before.some(
    (contact) =>
      contact !== undefined && Object.entries(after).every(([name, value]) => Reflect.get(contact, name) === value)
  )
