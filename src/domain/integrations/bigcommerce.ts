import type { JsonObject } from "../json/Json.ts"
import { customerCommand, subscriberCommand, subscriberLeft } from "./bigcommerceCustomers.ts"
import { announcedCart, bigcommerceCart, bigcommerceCartEnd } from "./bigcommerceCarts.ts"
import { announcedProduct, bigcommerceProduct } from "./bigcommerceProducts.ts"
import { tokensOf } from "./platformCarts.ts"
import { ignored, type ReadingOptions, type PlatformCommand } from "./PlatformCommand.ts"
import {
  addressOf,
  decimalOf,
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
import { numberText } from "../json/Json.ts"

interface Statuses {
  readonly financial?: "pending" | "paid" | "refunded" | "partially_refunded" | "voided"
  readonly fulfillment?:
    | "unfulfilled"
    | "on_hold"
    | "fulfilled"
    | "partially_fulfilled"
    | "pending_fulfillment"
    | "request_declined"
    | "restocked"
  readonly shipment?: "in_transit" | "delivered" | "ready_for_pickup"
}

/** The order statuses of BigCommerce by `status_id`. An incomplete order was never placed. */
const statuses: ReadonlyArray<Statuses | "draft"> = [
  "draft",
  { financial: "pending", fulfillment: "unfulfilled" },
  { financial: "paid", fulfillment: "fulfilled", shipment: "in_transit" },
  { financial: "paid", fulfillment: "partially_fulfilled", shipment: "in_transit" },
  { financial: "refunded" },
  { financial: "voided", fulfillment: "restocked" },
  { financial: "voided", fulfillment: "request_declined" },
  { financial: "pending", fulfillment: "unfulfilled" },
  { financial: "paid", fulfillment: "pending_fulfillment", shipment: "ready_for_pickup" },
  { financial: "paid", fulfillment: "pending_fulfillment" },
  { financial: "paid", fulfillment: "fulfilled", shipment: "delivered" },
  { financial: "paid", fulfillment: "pending_fulfillment" },
  { fulfillment: "on_hold" },
  { fulfillment: "on_hold" },
  { financial: "partially_refunded" }
]

/** The payment statuses of BigCommerce. They win over the order status. */
const paymentStatuses = {
  authorized: "authorized",
  captured: "paid",
  "capture pending": "authorized",
  declined: "voided",
  "held for review": "pending",
  paid: "paid",
  "partially refunded": "partially_refunded",
  pending: "pending",
  refunded: "refunded",
  void: "voided",
  "void pending": "voided"
} as const

const isPaymentStatus = (value: string): value is keyof typeof paymentStatuses => Object.hasOwn(paymentStatuses, value)

const addressNames = {
  first_name: "first_name",
  last_name: "last_name",
  company: "company",
  address1: "street_1",
  address2: "street_2",
  city: "city",
  state_code: "state",
  country_code: "country_iso2",
  postal_code: "zip",
  phone: "phone"
}

const lineItem = (item: JsonObject): JsonObject => ({
  product_id: moneyOf(idOf(item["product_id"])),
  variant_id: moneyOf(idOf(item["variant_id"])),
  sku: textOf(item["sku"]),
  title: textOf(item["name"]),
  quantity: moneyOf(item["quantity"]),
  price: moneyOf(item["base_price"] ?? item["price_inc_tax"])
})

// The shopper left the checkout at the payment.
const leftAtPayment = 1

const orderCommand = (body: JsonObject, { consent_field }: ReadingOptions): PlatformCommand => {
  const order_id = idOf(body["id"])
  const times = orderTimes(body["date_created"], body["date_modified"])
  const total = decimalOf(body["total_inc_tax"])
  if (order_id === null || times === null || total === null) return ignored("unreadable")
  const status_id = Number(numberText(body["status_id"]) ?? -1)
  const known = statuses[status_id]
  if (known === "draft") return ignored("draft")
  const isArchived = body["is_deleted"] === true
  const billing = objectOf(body["billing_address"])
  const shipping = objectsOf(body["shipping_addresses"])[0] ?? {}
  const { financial, fulfillment, shipment }: Statuses = known ?? {}
  const payment = (textOf(body["payment_status"]) ?? "").toLowerCase()
  const isFinal = financial === "voided" || financial === "refunded" || financial === "partially_refunded"
  const paid = isFinal || !isPaymentStatus(payment) ? financial : paymentStatuses[payment]
  const refunded = decimalOf(body["refunded_amount"])
  const { at } = times
  const reported = {
    platform: "bigcommerce",
    financial: paid === undefined ? null : { at, value: paid },
    fulfillment: fulfillment === undefined ? null : { at, value: fulfillment },
    removal: { at, value: isArchived ? "removed" : "kept" },
    shipments: shipment === undefined ? {} : { order: { at, value: shipment } },
    refunds: refunded === null ? {} : { order: { at, value: refunded } }
  } as const
  if (isAnonymised(billing["email"]))
    return { type: "order_part", order_id, report: { ...reported, head: null }, isAnonymised: true }
  const email = emailOf(billing["email"])
  const phone = textOf(billing["phone"])
  if (email === null && phone === null) return ignored("no_address")
  const coupons = objectsOf(body["coupons"])
  const ticked =
    body["is_email_opt_in"] === true ||
    fieldSaysYes(billing["form_fields"], consent_field) ||
    fieldSaysYes(body["form_fields"], consent_field)
  const order = {
    order_id,
    email,
    phone,
    customer_id: idOf(body["customer_id"]),
    subtotal: moneyOf(body["subtotal_ex_tax"]),
    total: JSON.rawJSON(total),
    // Amounts are in the currency that the shopper pays in; `currency_code` is that of the prices shown.
    currency: textOf(body["default_currency_code"]) ?? textOf(body["currency_code"]),
    total_items: moneyOf(body["items_total"]),
    discounts: exactMember(coupons.map(({ code, discount }) => ({ code: textOf(code), amount: moneyOf(discount) }))),
    tax_lines: exactMember([{ title: "Tax", amount: moneyOf(body["total_tax"]) }]),
    line_items: exactMember(objectsOf(body["products"], "items").map(lineItem)),
    billing_address: addressOf(billing, addressNames),
    shipping_address: addressOf(shipping, addressNames),
    accepts_email_marketing: email !== null && ticked,
    order_date: times.order_date,
    ...(financial === "voided" || isArchived ? { initial_sync: true } : {})
  }
  return {
    type: "order",
    order_id,
    order,
    report: {
      ...reported,
      head: {
        name: order_id,
        at,
        rank: rankOf(status_id + 10, order),
        total,
        is_unpaid: status_id === leftAtPayment || paid === "voided"
      }
    },
    cart_tokens: tokensOf(body["cart_id"]),
    buyer: {
      name: personName(billing),
      country: textOf(billing["country_iso2"]),
      language: textOf(body["customer_locale"])
    },
    // BigCommerce's consents are those of subscribers, whose ids are not those of customers.
    customer: null
  }
}

/** The resource of BigCommerce's API that a webhook announces. Its webhooks carry ids alone. */
export const announcedBy = (topic: string, body: JsonObject) => {
  const data = objectOf(body["data"])
  const id = idOf(data["id"])
  const cart_id = bigcommerceCartEnd(topic, body) === undefined ? announcedCart(topic, body) : null
  if (cart_id !== null) return { resource: "cart" as const, id: cart_id }
  const product_id = announcedProduct(topic, body)
  if (product_id !== null) return { resource: "product" as const, id: product_id }
  if (/^store\/(?:order|shipment)\//.test(topic)) {
    // Refunds and shipments name their order.
    const order = objectOf(data["order"])
    const order_id = idOf(data["orderId"], data["order_id"], order["id"]) ?? (data["type"] === "order" ? id : null)
    return order_id === null ? undefined : { resource: "order" as const, id: order_id }
  }
  const resource = /^store\/(customer|subscriber)\/(?:created|updated)$/.exec(topic)?.[1]
  if (id === null || (resource !== "customer" && resource !== "subscriber")) return undefined
  return { resource, id } as const
}

/**
 * The changes that a webhook of BigCommerce asks for. `body` is the announced resource: an order of API version 2 with its `products`, a cart, a product, a customer
 * or a subscriber of version 3; the webhook itself when it announces none. Pure.
 */
export const readBigCommerce = (
  topic: string,
  body: JsonObject,
  options: ReadingOptions = { consent_field: null }
): PlatformCommand => {
  if (/^store\/(?:order|shipment)\/[\w/]+$/.test(topic)) return orderCommand(body, options)
  if (/^store\/customer\/(?:created|updated)$/.test(topic)) return customerCommand(body)
  if (/^store\/subscriber\/(?:created|updated)$/.test(topic)) return subscriberCommand(body)
  if (/^store\/cart\/[\w/]+$/.test(topic)) return bigcommerceCartEnd(topic, body) ?? bigcommerceCart(body)
  if (topic === "store/subscriber/deleted") return subscriberLeft(body)
  const product = bigcommerceProduct(topic, body, options)
  if (product !== undefined) return product
  return topic === "store/customer/deleted" ? ignored("no_effect") : ignored("unknown_topic")
}
