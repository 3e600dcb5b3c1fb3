import type { JsonObject } from "../json/Json.ts"
import type { PlatformReport } from "../orders/PlatformOrder.ts"
import { customerCommand, personOf } from "./shopifyCustomers.ts"
import { ignored, type StoreCommand } from "./StoreCommand.ts"
import {
  addressOf,
  decimalOf,
  exactMember,
  idOf,
  moneyOf,
  objectOf,
  objectsOf,
  orderTimes,
  rankOf,
  textOf,
  timeOf
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

/** The carrier statuses of Shopify's fulfilments are those of the API. */
const shipmentStatuses = [
  "attempted_delivery",
  "carrier_picked_up",
  "confirmed",
  "delayed",
  "delivered",
  "failure",
  "in_transit",
  "label_printed",
  "label_purchased",
  "out_for_delivery",
  "picked_up",
  "ready_for_pickup"
] as const

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

const nothing = { financial: null, fulfillment: null, shipments: {}, refunds: {} } as const

const oneOf = <A extends string>(values: ReadonlyArray<A>, value: unknown): A | undefined =>
  values.find((known) => known === value)

const shipmentOf = (fulfillment: JsonObject): PlatformReport["shipments"] => {
  const id = idOf(fulfillment["admin_graphql_api_id"], fulfillment["id"])
  const at = timeOf(fulfillment["updated_at"]) ?? timeOf(fulfillment["created_at"])
  if (id === null || at === null) return {}
  const isCancelled = ["cancelled", "error", "failure"].includes(textOf(fulfillment["status"]) ?? "")
  const value = isCancelled ? "cancelled" : (oneOf(shipmentStatuses, fulfillment["shipment_status"]) ?? null)
  return { [id]: { at, value } }
}

const refundOf = (refund: JsonObject): PlatformReport["refunds"] => {
  const id = idOf(refund["admin_graphql_api_id"], refund["id"])
  const at = timeOf(refund["created_at"])
  const amounts = objectsOf(refund["transactions"])
    .filter(({ kind, status }) => kind === "refund" && (status ?? "success") === "success")
    .flatMap(({ amount }) => decimalOf(amount) ?? [])
  // Several transactions of a refund are several amounts.
  return id === null || at === null
    ? {}
    : Object.fromEntries(amounts.map((value, index) => [index === 0 ? id : `${id}.${index}`, { at, value }]))
}

const partsOf = <A>(
  list: unknown,
  read: (part: JsonObject) => Readonly<Record<string, A>>
): Readonly<Record<string, A>> => Object.fromEntries(objectsOf(list).flatMap((part) => Object.entries(read(part))))

const lineItem = (item: JsonObject): JsonObject => ({
  product_id: moneyOf(idOf(item["product_id"])),
  variant_id: moneyOf(idOf(item["variant_id"])),
  sku: textOf(item["sku"]),
  title: textOf(item["title"]) ?? textOf(item["name"]),
  quantity: moneyOf(item["current_quantity"] ?? item["quantity"]),
  price: moneyOf(item["price"]),
  ...(textOf(item["variant_title"]) === null ? {} : { variant_title: textOf(item["variant_title"]) }),
  ...(item["gift_card"] === true ? { gift_card: true } : {})
})

const orderCommand = (body: JsonObject): StoreCommand => {
  const order_id = idOf(body["admin_graphql_api_id"], body["id"])
  const times = orderTimes(body["processed_at"] ?? body["created_at"], body["updated_at"])
  const total = decimalOf(body["total_price"])
  if (order_id === null || times === null || total === null) return ignored("unreadable")
  if (body["test"] === true) return ignored("test")
  const customer = objectOf(body["customer"])
  const email = textOf(body["email"]) ?? textOf(body["contact_email"]) ?? textOf(customer["email"])
  const smsConsent = objectOf(customer["sms_marketing_consent"])["state"] === "subscribed"
  const shipping = objectOf(body["shipping_address"])
  const billing = objectOf(body["billing_address"])
  const phones = smsConsent
    ? [customer["phone"], body["phone"]]
    : [body["phone"], customer["phone"], shipping["phone"], billing["phone"]]
  const phone = phones.map(textOf).find((text) => text !== null) ?? null
  if (email === null && phone === null) return ignored("no_address")
  const items = objectsOf(body["line_items"], "items")
  const isCancelled = textOf(body["cancelled_at"]) !== null
  const status = oneOf(financialStatuses, body["financial_status"])
  const financial =
    isCancelled && (status === undefined || status === "pending" || status === "authorized") ? "voided" : status
  const fulfillment = fulfillmentStatuses[fulfillmentKey(body["fulfillment_status"])]
  const order = {
    order_id,
    email,
    phone,
    customer_id: idOf(customer["admin_graphql_api_id"], customer["id"]),
    subtotal: moneyOf(body["subtotal_price"]),
    total: JSON.rawJSON(total),
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
    accepts_email_marketing: email !== null && body["buyer_accepts_marketing"] === true,
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
      platform: "shopify",
      head: { name: textOf(body["name"]), at: times.at, rank: rankOf(progress, order), total },
      financial: financial === undefined ? null : { at: times.at, value: financial },
      fulfillment: { at: times.at, value: fulfillment },
      shipments: partsOf(body["fulfillments"], shipmentOf),
      refunds: partsOf(body["refunds"], refundOf)
    }
  }
}

const fulfillmentKey = (value: unknown): keyof typeof fulfillmentStatuses =>
  Object.keys(fulfillmentStatuses).find((key): key is keyof typeof fulfillmentStatuses => key === value) ??
  "unfulfilled"

const partCommand = (body: JsonObject, part: Partial<PlatformReport>): StoreCommand => {
  const order_id = idOf(body["order_id"])
  return order_id === null
    ? ignored("unreadable")
    : { type: "order_part", order_id, report: { platform: "shopify", head: null, ...nothing, ...part } }
}

const noEffect = (): StoreCommand => ignored("no_effect")

const readers: Readonly<Record<string, (body: JsonObject) => StoreCommand>> = {
  ...Object.fromEntries(
    ["create", "updated", "paid", "partially_fulfilled", "fulfilled", "cancelled"].map((event) => [
      `orders/${event}`,
      orderCommand
    ])
  ),
  "orders/edited": noEffect,
  "orders/delete": noEffect,
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
  "customers/data_request": (body) => ({ type: "data_request", ...personOf(body) }),
  "customers/redact": (body) => ({ type: "erase_person", ...personOf(body) }),
  "shop/redact": () => ({ type: "erase_store" })
}

/** What a webhook of Shopify asks for. Pure; reads every version of its REST payloads. */
export const readShopify = (topic: string, body: JsonObject): StoreCommand =>
  (Object.hasOwn(readers, topic) ? readers[topic] : undefined)?.(body) ?? ignored("unknown_topic")
