import { Result } from "effect"
import { attributedMessage } from "./Attribution.ts"
import { type LedgerEntry, emailOnOrder, smsOnOrder, type Verdict } from "./Consent.ts"
import { type Contact, newContact, withoutOrder, withOrder } from "./Contact.ts"
import { emptyFields, type Integration, type Order, type PlaceOrder, type Trigger } from "./Order.ts"
import { isOutdated, onErased, type Remembered, withRemembered } from "./Remembered.ts"
import { monthsBefore } from "./Time.ts"

/** What an order call is judged against. */
export interface OrderState {
  readonly order: Order | undefined
  /** The contact that the order is linked to now. */
  readonly current: Contact | undefined
  /** The contact that owns the call's e-mail, and the one that owns its phone. */
  readonly byEmail: Contact | undefined
  readonly byPhone: Contact | undefined
  /** Every integration of the account. */
  readonly integrations: ReadonlyArray<Integration>
  /** What is remembered of the call's addresses, should it create a contact. */
  readonly remembered: Remembered
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
  const email = call.fields.email ?? null
  const phone = call.fields.phone ?? null
  const found = email === null ? state.byPhone : state.byEmail
  const phoneTaken = found === undefined && email !== null && state.byPhone !== undefined
  const created = found === undefined
  const { account_id, new_contact_id: contact_id, name } = call
  const { contact, ledger: returned } = created
    ? withRemembered(
        newContact({ account_id, contact_id, email, phone: phoneTaken ? null : phone, ...name }, now),
        state.remembered,
        { source_id: String(call.order_id), actor: call.actor, recorded_at: now }
      )
    : { contact: found, ledger: [] }
  if (created && isOutdated(call.known_since, contact.erased_at)) return Result.fail({ _tag: "ErasedMeanwhile" })

  const consented = applyConsent(now, call, before, contact, { created, phoneTaken })
  const figures = moveOrder(before, state.current, consented.contact, call.fields.placed_at)
  const after: Order = {
    ...emptyFields,
    ...before,
    ...call.fields,
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
  const received = call.fields.shipment_status === "delivered" && before?.shipment_status !== "delivered"
  const order = received ? { ...after, deliveries: after.deliveries + 1 } : after
  const changed = before === undefined || !sameOrder(before, order)
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
      .filter((after_) => created || !sameContact(after_, state.current, found))
      .map((after_) => ({ ...after_, updated_at: now })),
    contactCreated: created,
    inexact: figures.inexact,
    ledger: [...returned, ...consented.ledger],
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

const applyConsent = (
  now: number,
  call: PlaceOrder,
  before: Order | undefined,
  contact: Contact,
  made: { readonly created: boolean; readonly phoneTaken: boolean }
): { readonly contact: Contact; readonly ledger: ReadonlyArray<LedgerEntry> } => {
  const { placed_at, accepts_email_marketing, accepts_sms_marketing } = call.fields
  const emailVerdict: Verdict<Contact["email_consent"]> =
    accepts_email_marketing === true
      ? emailOnOrder(contact.email_consent, {
          hasEmail: (call.fields.email ?? null) !== null,
          withinSixMonths: placed_at >= monthsBefore(now, 6)
        })
      : { state: contact.email_consent }
  const smsVerdict: Verdict<Contact["sms_consent"]> =
    accepts_sms_marketing === true ? smsOnOrder(contact.sms_consent, made) : { state: contact.sms_consent }
  const email = onErased(contact, placed_at, contact.email_consent, emailVerdict)
  const sms = onErased(contact, placed_at, contact.sms_consent, smsVerdict)
  // A call repeated word for word is refused again, but the ledger already says so.
  const repeated = (asked: "accepts_email_marketing" | "accepts_sms_marketing") =>
    before?.[asked] === true && before.contact_id === contact.contact_id && before.placed_at === placed_at
  const entry = {
    account_id: call.account_id,
    contact_id: contact.contact_id,
    cause: "order" as const,
    source_id: String(call.order_id),
    actor: call.actor,
    effective_at: Math.min(placed_at, now),
    recorded_at: now
  }
  const line = (
    channel: "email" | "sms",
    from: LedgerEntry["from_state"],
    verdict: Verdict<LedgerEntry["to_state"]>
  ) => {
    const refused = verdict.state === from
    const asked = channel === "email" ? "accepts_email_marketing" : "accepts_sms_marketing"
    if (verdict.rule === undefined || (refused && repeated(asked))) return []
    const to_state = refused ? ("subscribed" as const) : verdict.state
    return [{ ...entry, channel, from_state: from, to_state, refused, rule: verdict.rule }]
  }
  return {
    contact: { ...contact, email_consent: email.state, sms_consent: sms.state },
    ledger: [...line("email", contact.email_consent, email), ...line("sms", contact.sms_consent, sms)]
  }
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
      contact?.contact_id === after.contact_id &&
      contact.email_consent === after.email_consent &&
      contact.sms_consent === after.sms_consent &&
      contact.order_count === after.order_count &&
      contact.first_order_at === after.first_order_at &&
      contact.last_order_at === after.last_order_at
  )
