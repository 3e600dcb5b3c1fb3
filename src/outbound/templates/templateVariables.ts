import { productKinds } from "../../domain/products/chooseProducts.ts"
import { nearestName } from "../../domain/values/nearestName.ts"

/**
 * The variables that a template may use: `true` for a value, or for an object whose members are not checked; `names` for an object whose members
 * have names that the account chooses, and are read by these alone.
 */
export interface KnownVariables {
  readonly [name: string]: true | "names" | KnownVariables
}

const contact = {
  id: true,
  email: true,
  phone: true,
  first_name: true,
  last_name: true,
  tags: true,
  custom_fields: true,
  order_count: true,
  first_order_at: true,
  last_order_at: true
} as const

const order = {
  order_id: true,
  total: true,
  total_amount: true,
  currency: true,
  placed_at: true,
  email: true,
  phone: true,
  customer_id: true,
  subtotal: true,
  total_items: true,
  financial_status: true,
  fulfillment_status: true,
  shipment_status: true,
  discounts: true,
  tax_lines: true,
  line_items: true,
  billing_address: true,
  shipping_address: true
} as const

/** Lists of products, whose members are not checked. */
const products: KnownVariables = Object.fromEntries(productKinds.map((kind) => [kind, true] as const))

// Which coupon a message shows must be known before it is rendered: its code is given when the message is queued.
const always = {
  account: { name: true },
  contact,
  products,
  coupon: "names",
  unsubscribe_url: true,
  preferences_url: true
} as const

const cart = {
  id: true,
  stage: true,
  currency: true,
  total: true,
  total_amount: true,
  item_count: true,
  line_items: true,
  url: true,
  updated_at: true
} as const

const product = {
  id: true,
  title: true,
  url: true,
  image_url: true,
  vendor: true,
  product_type: true,
  price: true,
  price_amount: true,
  old_price: true,
  old_price_amount: true,
  compare_at_price: true,
  compare_at_amount: true,
  currency: true,
  variant: { id: true, title: true, sku: true }
} as const

const event = { event_type: true, event_time: true, event_data: true } as const

/**
 * The variables of templates by what the flow's trigger starts it with, `any` if that is not known. `event_data` and the free-form members
 * of orders and carts are not checked.
 */
export const templateVariables = {
  order: { ...always, order },
  event: { ...always, event },
  cart: { ...always, cart },
  product: { ...always, product },
  none: always,
  any: { ...always, order, event, cart, product }
} as const satisfies Readonly<Record<string, KnownVariables>>

/**
 * The variables of messages that ask to confirm a sign-up. Not the contact's: anybody may have entered them into the form, to have them sent to
 * an address that is not theirs.
 */
export const formVariables: KnownVariables = { account: { name: true } }

/** Whether a template may use the variable of these segments. */
export const isKnown = (segments: ReadonlyArray<unknown>, known: KnownVariables): boolean => {
  let scope: true | "names" | KnownVariables = known
  for (const [at, segment] of segments.entries()) {
    if (scope === "names") return typeof segment === "string" && at === segments.length - 1
    // A member looked up by a variable is known only when the template is rendered.
    if (scope === true || typeof segment === "object") return true
    const next: true | "names" | KnownVariables | undefined = Object.hasOwn(scope, String(segment))
      ? scope[String(segment)]
      : undefined
    if (next === undefined) return false
    scope = next
  }
  return scope !== "names"
}

/** The variable that was probably meant by one with typing errors; undefined if none is near, and for one that is known. */
export const nearestVariable = (segments: ReadonlyArray<string>, known: KnownVariables): string | undefined => {
  const names: Array<string> = []
  let scope: true | "names" | KnownVariables = known
  for (const segment of segments) {
    if (scope === true || scope === "names") {
      names.push(segment)
      continue
    }
    const name: string | undefined = Object.hasOwn(scope, segment) ? segment : nearestName(segment, Object.keys(scope))
    const next: true | "names" | KnownVariables | undefined = name === undefined ? undefined : scope[name]
    if (name === undefined || next === undefined) return undefined
    names.push(name)
    scope = next
  }
  const isChanged = names.some((name, at) => name !== segments[at])
  return isChanged && names.every((name) => /^\w+$/.test(name)) && isKnown(names, known) ? names.join(".") : undefined
}
