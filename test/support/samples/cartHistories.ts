import { Result } from "effect"
import type { PutCart } from "../../../src/domain/carts/Cart.ts"
import { cartStatus } from "../../../src/domain/carts/cartEnd.ts"
import { type CartReminder, whyNotReminded } from "../../../src/domain/carts/cartReminder.ts"
import { type CartRule, isAbandoned } from "../../../src/domain/carts/cartTriggers.ts"
import { cartKey, decideCarts } from "../../../src/domain/carts/decideCarts.ts"
import { decideOrders } from "../../../src/domain/orders/decideOrders.ts"
import type { Cart } from "../../../src/domain/carts/Cart.ts"
import type { Contact } from "../../../src/domain/contacts/Contact.ts"
import type { Order, PlaceOrder } from "../../../src/domain/orders/Order.ts"
import { seededRandom } from "../runner/runs.ts"
import { account_id, call } from "./orders.ts"

export const minute = 60_000

/** A report that arrives: of a cart, or of an order with the tokens of the cart and the checkout that it came from. */
export type Arrival =
  | { readonly type: "cart"; readonly arrives: number; readonly report: PutCart }
  | {
      readonly type: "order"
      readonly arrives: number
      readonly order: PlaceOrder
      readonly tokens: ReadonlyArray<string>
    }

const people = ["ada@example.com", "bob@example.com"] as const
const tokens = { s: "checkout-s", t: "checkout-t" } as const

/** A report of a cart at a moment. `owner` is left out in a platform's report of items alone. */
export const report = (
  cart_id: string,
  at: number | null,
  more: Partial<PutCart> & { readonly email?: string | null } = {}
): PutCart => {
  const { email = people[0], ...members } = more
  return {
    account_id,
    cart_id,
    source: "api",
    new_cart_key: `crt_${cart_id}`,
    new_contact_id: `con_${email ?? ""}`,
    items: { item_count: 1, currency: "USD", total: "10", line_items: '[{"sku":"A"}]' },
    owner: {
      contact_id: null,
      email,
      phone: null,
      visitor_id: null,
      stage: "cart",
      url: null,
      token: null,
      completed: false,
      completed_order_id: null
    },
    at,
    ...members
  }
}

export const ordered = (
  order_id: bigint,
  placed_at: number,
  email: string = people[0],
  fields: Partial<PlaceOrder["fields"]> = {}
) => call({ order_id, new_contact_id: `con_${email}`, fields: { placed_at, email, ...fields } })

/**
 * The history of a few hours in one shop, with the moments at which its reports arrive: carts of two people and of a guest who signs in, reports of
 * one cart from two tabs, changes of currency, totals of 0, carts that are emptied and filled again, a platform's carts and checkouts, orders
 * with and without a token, refunds and deletions.
 */
export const cartHistory = (seed: number): ReadonlyArray<Arrival> => {
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <A>(values: ReadonlyArray<A>): A | undefined => values[below(values.length)]
  const delay = () => (random() < 0.6 ? below(3) : below(400)) * minute
  const arrivals: Array<Arrival> = []
  const orders: Array<PlaceOrder> = []
  for (let step = 0, at = 1_000 * minute; step < 4 + below(9); step++, at += below(90) * minute) {
    const arrives = at + delay()
    const cart_id = pick(["a", "b", "s", "t"]) ?? "a"
    const token = cart_id === "s" || cart_id === "t" ? tokens[cart_id] : null
    const kind = random()
    if (kind < 0.65) {
      const total = pick(["0", "10", "59.90"]) ?? "0"
      const currency = pick(["USD", "EUR"]) ?? "USD"
      const full = { item_count: 1, currency, total, line_items: `[{"sku":"${below(3)}"}]` }
      const items = random() < 0.15 ? { item_count: 0, currency: null, total: null, line_items: null } : full
      const email = pick([people[0], people[0], people[1], null]) ?? null
      const made = report(cart_id, at, { email, items, source: token === null ? "api" : "shopify" })
      const completed = random() < 0.08
      const owner = made.owner && {
        ...made.owner,
        token,
        stage: token === null ? ("cart" as const) : ("checkout" as const),
        completed
      }
      arrivals.push({
        type: "cart",
        arrives,
        report: { ...made, owner: token !== null && random() < 0.5 ? undefined : owner }
      })
      // A second tab, at the same moment.
      if (random() < 0.15)
        arrivals.push({ type: "cart", arrives: at + delay(), report: report(cart_id, at, { items: full }) })
    } else if (kind < 0.9 || orders.length === 0) {
      const order = ordered(BigInt(orders.length + 1), at, pick(people))
      orders.push(order)
      arrivals.push({
        type: "order",
        arrives,
        order,
        tokens: token !== null && random() < 0.5 ? [pick([token, cart_id]) ?? token] : []
      })
    } else {
      // A refund, a cancellation or a deletion: the same order in another state.
      const financial_status = pick(["refunded", "voided"]) ?? "voided"
      const order = pick(orders)
      if (order !== undefined)
        arrivals.push({
          type: "order",
          arrives,
          order: { ...order, fields: { ...order.fields, financial_status } },
          tokens: []
        })
    }
  }
  return arrivals
}

/** The service as the pure decisions leave it, after reports in the order of their arrival. */
export const shopState = () => {
  let carts: ReadonlyArray<Cart> = []
  let contacts: ReadonlyArray<Contact> = []
  let orders: ReadonlyArray<Order> = []
  const endings = new Map<string, bigint>()
  const merged = <A>(before: ReadonlyArray<A>, after: ReadonlyArray<A>, key: (row: A) => string): ReadonlyArray<A> => [
    ...new Map([...before, ...after].map((row) => [key(row), row])).values()
  ]
  const ordersOf = ({ cart_id, token, contact_id }: Cart) => ({
    reported_order_id: endings.get(cart_id) ?? endings.get(token ?? "") ?? null,
    last_order_at: contacts.find((contact) => contact.contact_id === contact_id)?.last_order_at ?? null
  })
  return {
    arrive: (arrival: Arrival, now = arrival.arrives) => {
      if (arrival.type === "cart") {
        const batch = decideCarts(now, [arrival.report], { carts, contacts, suppressions: [] })
        batch.results.forEach(Result.getOrThrow)
        carts = merged(carts, batch.carts, cartKey)
        contacts = merged(contacts, batch.contacts, ({ contact_id }) => contact_id)
        return
      }
      for (const token of arrival.tokens) if (!endings.has(token)) endings.set(token, arrival.order.order_id)
      const batch = decideOrders(now, [arrival.order], { orders, contacts, integrations: [], suppressions: [] })
      batch.results.forEach(Result.getOrThrow)
      orders = merged(orders, batch.orders, ({ order_id }) => String(order_id))
      contacts = merged(contacts, batch.contacts, ({ contact_id }) => contact_id)
    },
    /** Everything that callers see of the carts. */
    seen: () =>
      carts
        .map((cart) => {
          const { created_at: _, written_at: __, ...kept } = cart
          return { ...kept, status: cartStatus(cart, ordersOf(cart)) }
        })
        .toSorted((one, other) => (one.cart_id < other.cart_id ? -1 : 1)),
    abandoned: (now: number, rule: CartRule) => carts.filter((cart) => isAbandoned(now, rule, cart, ordersOf(cart))),
    whyNot: (cart_id: string, cause: Pick<CartReminder, "changed_at" | "contact_id">) => {
      const cart = carts.find((one) => one.cart_id === cart_id)
      return whyNotReminded({ ...cause, cart: cart === undefined ? null : { ...cart, ...ordersOf(cart) } })
    }
  }
}
