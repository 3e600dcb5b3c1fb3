import { Result } from "effect"
import type { LedgerEntry } from "../contacts/Consent.ts"
import { type Contact, newContact } from "../contacts/Contact.ts"
import { predatesErasure, type Suppressions, withSuppressions } from "../contacts/Suppressions.ts"
import { NotFound } from "../Errors.ts"
import { textHash } from "../values/textHash.ts"
import { type Cart, isEmptied, type PutCart } from "./Cart.ts"

/** The stored state that a report is decided on. */
export interface CartState {
  readonly cart: Cart | undefined
  /** The contacts with the report's id or e-mail, and with its phone. */
  readonly contact: Contact | undefined
  readonly byPhone: Contact | undefined
  /** Suppressions of the report's addresses, for a contact that it creates. */
  readonly suppressions: Suppressions
}

/** The effect of a report. */
export interface CartDecision {
  readonly created: boolean
  readonly changed: boolean
  readonly cart: Cart
  /** The contact that the report names, found or created; undefined if it names none. */
  readonly contact: Contact | undefined
  /** The contact that the report creates. */
  readonly contacts: ReadonlyArray<Contact>
  readonly ledger: ReadonlyArray<LedgerEntry>
}

/**
 * Decides what a report does to its cart, and to whom the cart belongs (contract §18). Items and owner are each replaced by the later
 * report, so that reports may arrive in any order and repeated. Pure.
 */
export const decideCart = (
  now: number,
  call: PutCart,
  { cart: before, contact: found, byPhone, suppressions }: CartState
): Result.Result<CartDecision, NotFound> => {
  const { account_id, owner } = call
  if (owner?.contact_id != null && found === undefined) return Result.fail(new NotFound())
  const report = reportOf(now, call, before)
  const takesItems = isLater(report, before?.changed_at, before?.changed_rank)
  const takesOwner = owner !== undefined && isLater(report, before?.owned_at, before?.owned_rank)
  if (before !== undefined && !takesItems && !takesOwner)
    return Result.succeed({ created: false, changed: false, cart: before, contact: found, contacts: [], ledger: [] })
  const person: Person =
    owner === undefined || !takesOwner
      ? { ...nobody, contact_id: before?.contact_id ?? null }
      : personOf(now, call, owner, { contact: found, byPhone, suppressions })
  const cart: Cart = {
    account_id,
    cart_id: call.cart_id,
    cart_key: before?.cart_key ?? call.new_cart_key,
    source: takesItems ? call.source : (before?.source ?? call.source),
    contact_id: person.contact_id,
    ...itemsOf(takesItems ? call.items : before),
    ...ownerOf(takesOwner ? owner : before),
    changed_at: takesItems ? report.at : (before?.changed_at ?? report.at),
    changed_rank: takesItems ? report.rank : (before?.changed_rank ?? report.rank),
    owned_at: takesOwner ? report.at : (before?.owned_at ?? null),
    owned_rank: takesOwner ? report.rank : (before?.owned_rank ?? null),
    created_at: before?.created_at ?? now,
    written_at: now
  }
  const { contact, contacts, ledger } = person
  const created = before === undefined || isEmptied(before)
  return Result.succeed({ created, changed: true, cart, contact, contacts, ledger })
}

interface Report {
  readonly at: number
  readonly rank: string
}

const isLater = ({ at, rank }: Report, before: number | null | undefined, rankBefore: string | null | undefined) =>
  before == null || at > before || (at === before && rank > (rankBefore ?? ""))

// Reports of one moment: by progress, then by content. One without a time of its own is later than all before it.
const reportOf = (now: number, { at, source, items, owner }: PutCart, before: Cart | undefined): Report => {
  const progress = owner === undefined ? 0 : owner.completed ? 3 : owner.stage === "checkout" ? 2 : 1
  const content = [source, items, { ...owner, completed_order_id: String(owner?.completed_order_id) }]
  const rank = `${progress}.${textHash(JSON.stringify(content))}`
  if (at !== null) return { at, rank }
  const latest = Math.max(before?.changed_at ?? 0, before?.owned_at ?? 0)
  return { at: before === undefined || now > latest ? now : latest + 1, rank }
}

const itemsOf = (from: PutCart["items"] | undefined) => ({
  item_count: from?.item_count ?? 0,
  currency: from?.currency ?? null,
  total: from?.total ?? null,
  line_items: from?.line_items ?? null
})

const ownerOf = (from: Omit<NonNullable<PutCart["owner"]>, "contact_id" | "email" | "phone"> | undefined) => ({
  visitor_id: from?.visitor_id ?? null,
  stage: from?.stage ?? ("cart" as const),
  url: from?.url ?? null,
  token: from?.token ?? null,
  completed: from?.completed ?? false,
  completed_order_id: from?.completed_order_id ?? null
})

interface Person extends Pick<CartDecision, "contact" | "contacts" | "ledger"> {
  readonly contact_id: string | null
}

const nobody: Person = { contact_id: null, contact: undefined, contacts: [], ledger: [] }

const personOf = (
  now: number,
  call: PutCart,
  { email, phone }: NonNullable<PutCart["owner"]>,
  { contact: found, byPhone, suppressions }: Omit<CartState, "cart">
): Person => {
  const contact = found ?? (email === null ? byPhone : undefined)
  if (contact !== undefined) return { ...nobody, contact_id: contact.contact_id, contact }
  const isOfErased = predatesErasure(call.at ?? undefined, suppressions.erased_at)
  if ((email === null && phone === null) || isOfErased) return nobody
  const { account_id, new_contact_id: contact_id, cart_id } = call
  // A phone of another contact stays there.
  const own = byPhone === undefined ? phone : null
  const made = withSuppressions(
    newContact({ account_id, contact_id, email, phone: own, first_name: null, last_name: null }, now),
    suppressions,
    { source_id: cart_id, actor: "cart", recorded_at: now }
  )
  return { contact_id, contact: made.contact, contacts: [made.contact], ledger: made.ledger }
}
