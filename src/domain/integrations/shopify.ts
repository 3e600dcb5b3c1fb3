import type { JsonObject } from "../json/Json.ts"
import type { PlatformReport } from "../orders/PlatformOrder.ts"
import { blocksTick, customerCommand, mergeCommand, orderCustomer, personOf } from "./shopifyCustomers.ts"
import { oneOf, shipmentOf } from "./shopifyShipments.ts"
import { tokensOf } from "./platformCarts.ts"
import { shopifyCart, shopifyCheckout } from "./shopifyCarts.ts"
import { shopifyLevel, shopifyProduct, shopifyProductRemoval } from "./shopifyProducts.ts"
import { refundOf, totalsOf } from "./shopifyMoney.ts"
import { ignored, type ReadingOptions, type PlatformCommand } from "./PlatformCommand.ts"
import {
  addressOf,
  emailOf,
  exactMember,
  fieldSaysYes,
  idOf,
  isAnonymised,
  moneyOf,
  objectOf,
  objectsOf,
  orderTimes,
  personName,
  rankOf,
  textOf
} from "./platformFields.ts"

/** The financial statuses of Shopify, in the order in which an order passes them. */
const financialStatuses = [
  "pending",
  "authorized",
  "partially_paid",
  "paid",
  "partially_refunded",
  "refunded",
  "expired",
  "voided"
] as const

/** The fulfilment statuses of Shopify's orders. An order without one is unfulfilled. */
const fulfillmentStatuses = {
  fulfilled: "fulfilled",
  partial: "partially_fulfilled",
  restocked: "restocked",
  unfulfilled: "unfulfilled",
  open: "open",
  on_hold: "on_hold",
  scheduled: "scheduled",
  in_progress: "in_progress",
  request_declined: "request_declined"
} as const

const addressNames = {
  first_name: "first_name",
  last_name: "last_name",
  name: "name",
  company: "company",
  address1: "address1",
  address2: "address2",
  city: "city",
  state_code: "province_code",
  country_code: "country_code",
  postal_code: "zip",
  phone: "phone"
}

const nothing = { financial: null, fulfillment: null, removal: null, shipments: {}, refunds: {} } as const

const partsOf = <A>(
  list: unknown,
  read: (part: JsonObject) => Readonly<Record<string, A>>
): Readonly<Record<string, A>> => Object.fromEntries(objectsOf(list).flatMap((part) => Object.entries(read(part))))

const lineItem = (item: JsonObject): JsonObject => ({
  product_id: moneyOf(idOf(item["product_id"])),
  variant_id: moneyOf(idOf(item["variant_id"])),
  sku: textOf(item["sku"]),
  title: textOf(item["title"]) ?? textOf(item["name"]),
  quantity: moneyOf(item["quantity"]),
  price: moneyOf(item["price"]),
  ...(textOf(item["variant_title"]) === null ? {} : { variant_title: textOf(item["variant_title"]) }),
  ...(item["gift_card"] === true ? { gift_card: true } : {})
})

// Items as edits, returns and refunds left them. An order that is paid back as a whole keeps what was bought.
const currentItems = (body: JsonObject, isOver: boolean): ReadonlyArray<JsonObject> => {
  const items = objectsOf(body["line_items"], "items")
  if (isOver) return items
  return items.flatMap((item) => {
    const quantity = textOf(item["current_quantity"]) ?? textOf(item["quantity"])
    return item["current_quantity"] != null && Number(quantity) === 0 ? [] : [{ ...item, quantity }]
  })
}

const financialOf = (body: JsonObject) => {
  const status = oneOf(financialStatuses, body["financial_status"])
  const isUnpaid = status === undefined || status === "pending" || status === "authorized"
  return textOf(body["cancelled_at"]) !== null && isUnpaid ? "voided" : status
}

const orderCommand = (body: JsonObject, { consent_field }: ReadingOptions): PlatformCommand => {
  const order_id = idOf(body["admin_graphql_api_id"], body["id"])
  const times = orderTimes(body["processed_at"] ?? body["created_at"], body["updated_at"])
  const financial = financialOf(body)
  const isOver = financial === "refunded" || financial === "voided" || financial === "expired"
  const refunds = partsOf(body["refunds"], (refund) => refundOf(refund, body))
  const totals = totalsOf(body, refunds, isOver)
  if (order_id === null || times === null || totals === null) return ignored("unreadable")
  if (body["test"] === true) return ignored("test")
  const customer = objectOf(body["customer"])
  const [shipping, billing] = [objectOf(body["shipping_address"]), objectOf(body["billing_address"])]
  const isCancelled = textOf(body["cancelled_at"]) !== null
  const fulfillment = fulfillmentStatuses[fulfillmentKey(body["fulfillment_status"])]
  const statuses = {
    platform: "shopify",
    financial: financial === undefined ? null : { at: times.at, value: financial },
    fulfillment: { at: times.at, value: fulfillment },
    removal: { at: times.at, value: "kept" },
    shipments: partsOf(body["fulfillments"], shipmentOf),
    refunds
  } as const
  const emails = [body["email"], body["contact_email"], customer["email"]]
  if (emails.some(isAnonymised))
    return { type: "order_part", order_id, report: { ...statuses, head: null }, isAnonymised: true }
  const email = emailOf(...emails)
  const smsConsent = objectOf(customer["sms_marketing_consent"])["state"] === "subscribed"
  const phones = smsConsent ? [customer["phone"], body["phone"]] : [body["phone"], customer["phone"], billing["phone"]]
  const phone = phones.map(textOf).find((text) => text !== null) ?? null
  if (email === null && phone === null) return ignored("no_address")
  const items = currentItems(body, isOver)
  const ticked = body["buyer_accepts_marketing"] === true || fieldSaysYes(body["note_attributes"], consent_field)
  const order = {
    order_id,
    email,
    phone,
    customer_id: idOf(customer["admin_graphql_api_id"], customer["id"]),
    subtotal: moneyOf((isOver ? null : body["current_subtotal_price"]) ?? body["subtotal_price"]),
    total: JSON.rawJSON(totals.total),
    currency: textOf(body["currency"]),
    total_items: items.reduce((sum, { quantity }) => sum + (Number(textOf(quantity)) || 0), 0),
    discounts: exactMember(
      objectsOf(body["discount_codes"]).map(({ code, amount }) => ({ code: textOf(code), amount: moneyOf(amount) }))
    ),
    tax_lines: exactMember(
      objectsOf(body["tax_lines"]).map(({ title, price }) => ({ title: textOf(title), amount: moneyOf(price) }))
    ),
    line_items: exactMember(items.map(lineItem)),
    billing_address: addressOf(billing, addressNames),
    shipping_address: addressOf(shipping, addressNames),
    accepts_email_marketing: email !== null && ticked && !blocksTick(customer),
    accepts_sms_marketing: smsConsent && phone !== null,
    order_date: times.order_date,
    ...(isCancelled ? { initial_sync: true } : {})
  }
  const progress = financialStatuses.findIndex((known) => known === financial) + (isCancelled ? 50 : 10)
  return {
    type: "order",
    order_id,
    order,
    report: {
      ...statuses,
      head: {
        name: textOf(body["name"]),
        at: times.at,
        rank: rankOf(progress, order),
        total: totals.full,
        is_unpaid: financial === "voided" || financial === "expired"
      }
    },
    cart_tokens: tokensOf(body["cart_token"], body["checkout_token"]),
    buyer: {
      name: personName(customer) ?? personName(billing),
      country: textOf(billing["country_code"]),
      language: textOf(body["customer_locale"])
    },
    customer: orderCustomer(customer, { email, phone, at: times.at })
  }
}

const fulfillmentKey = (value: unknown): keyof typeof fulfillmentStatuses =>
  Object.keys(fulfillmentStatuses).find((key): key is keyof typeof fulfillmentStatuses => key === value) ??
  "unfulfilled"

const removedCommand = (body: JsonObject): PlatformCommand => {
  const order_id = idOf(body["admin_graphql_api_id"], body["id"])
  return order_id === null ? ignored("unreadable") : { type: "order_removed", order_id }
}

const partCommand = (body: JsonObject, part: Partial<PlatformReport>): PlatformCommand => {
  const order_id = idOf(body["order_id"])
  return order_id === null
    ? ignored("unreadable")
    : { type: "order_part", order_id, report: { platform: "shopify", head: null, ...nothing, ...part } }
}

const noEffect = (): PlatformCommand => ignored("no_effect")

const readers: Readonly<Record<string, (body: JsonObject, options: ReadingOptions) => PlatformCommand>> = {
  ...Object.fromEntries(
    ["create", "updated", "paid", "partially_fulfilled", "fulfilled", "cancelled"].map((event) => [
      `orders/${event}`,
      orderCommand
    ])
  ),
  // `orders/updated`, which follows, has the order as edited.
  "orders/edited": noEffect,
  "orders/delete": removedCommand,
  "carts/create": shopifyCart,
  "carts/update": shopifyCart,
  "checkouts/create": shopifyCheckout,
  "checkouts/update": shopifyCheckout,
  // It does not say when, and the cart may still be there.
  "checkouts/delete": noEffect,
  "products/create": shopifyProduct,
  "products/update": shopifyProduct,
  "products/delete": shopifyProductRemoval,
  "inventory_levels/update": shopifyLevel,
  "draft_orders/create": () => ignored("draft"),
  "draft_orders/update": () => ignored("draft"),
  "fulfillments/create": (body) => partCommand(body, { shipments: shipmentOf(body) }),
  "fulfillments/update": (body) => partCommand(body, { shipments: shipmentOf(body) }),
  "refunds/create": (body) => partCommand(body, { refunds: refundOf(body) }),
  "customers/create": customerCommand,
  "customers/update": customerCommand,
  "customers/enable": customerCommand,
  "customers/disable": customerCommand,
  "customers_email_marketing_consent/update": customerCommand,
  "customers_marketing_consent/update": customerCommand,
  "customers/delete": noEffect,
  "customers/merge": mergeCommand,
  "customers/data_request": (body) => ({ type: "data_request", ...personOf(body) }),
  "customers/redact": (body) => ({ type: "erase_person", ...personOf(body) }),
  "shop/redact": () => ({ type: "erase_store" })
}

/** The changes that a webhook of Shopify asks for. Pure; reads every version of its REST payloads. */
export const readShopify = (
  topic: string,
  body: JsonObject,
  options: ReadingOptions = { consent_field: null }
): PlatformCommand =>
  (Object.hasOwn(readers, topic) ? readers[topic] : undefined)?.(body, options) ?? ignored("unknown_topic")
