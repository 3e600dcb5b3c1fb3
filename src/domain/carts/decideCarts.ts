import { Result } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import { contactIndex } from "../contacts/contactIndex.ts"
import type { Suppressions } from "../contacts/Suppressions.ts"
import type { NotFound } from "../Errors.ts"
import type { Cart, PutCart } from "./Cart.ts"
import { type CartDecision, decideCart } from "./decideCart.ts"

/** The stored state that a batch of reports is decided on. */
export interface CartSnapshot {
  readonly carts: ReadonlyArray<Cart>
  readonly contacts: ReadonlyArray<Contact>
  /** The suppressions of each report's addresses, by the index of the report. */
  readonly suppressions: ReadonlyArray<Suppressions>
}

/** The effect of a batch of reports: a result for each, and the last state of every row that changes. */
export interface CartBatch extends Pick<CartDecision, "contacts" | "ledger"> {
  readonly results: ReadonlyArray<Result.Result<CartDecision, NotFound>>
  readonly carts: ReadonlyArray<Cart>
  /** The contacts that carts of a connected store create. */
  readonly shopContacts: ReadonlyArray<ShopContact>
}

/** A contact that a connected store made known by a cart. */
export interface ShopContact extends Pick<Contact, "account_id" | "contact_id" | "created_at"> {
  readonly integration_id: string
}

export const cartKey = ({ account_id, cart_id }: Pick<Cart, "account_id" | "cart_id">) => `${account_id}|${cart_id}`

/** Folds `decideCart` over the reports in order: each is decided on the state that the reports before it leave. Pure. */
export const decideCarts = (now: number, calls: ReadonlyArray<PutCart>, snapshot: CartSnapshot): CartBatch => {
  const carts = new Map(snapshot.carts.map((cart) => [cartKey(cart), cart]))
  const contacts = contactIndex(snapshot.contacts)
  const changed = new Map<string, Cart>()
  const results = calls.map((call, index) => {
    const { account_id, owner } = call
    const result = decideCart(now + (call.clock_offset ?? 0), call, {
      cart: carts.get(cartKey(call)),
      contact:
        owner?.contact_id == null
          ? contacts.byEmail(account_id, owner?.email)
          : contacts.byId(account_id, owner.contact_id),
      byPhone: contacts.byPhone(account_id, owner?.phone),
      suppressions: snapshot.suppressions[index] ?? {}
    })
    if (Result.isSuccess(result) && result.success.changed) {
      carts.set(cartKey(call), result.success.cart)
      changed.set(cartKey(call), result.success.cart)
      result.success.contacts.forEach(contacts.put)
    }
    return result
  })
  const decisions = results.filter(Result.isSuccess).map(({ success }) => success)
  return {
    results,
    carts: [...changed.values()],
    shopContacts: calls.flatMap(({ integration_id }, at) => {
      const result = results[at]
      if (integration_id === undefined || result === undefined || Result.isFailure(result)) return []
      return result.success.contacts.map(({ account_id, contact_id, created_at }) => ({
        account_id,
        contact_id,
        created_at,
        integration_id
      }))
    }),
    contacts: decisions.flatMap((decision) => decision.contacts),
    ledger: decisions.flatMap(({ ledger }) => ledger)
  }
}
