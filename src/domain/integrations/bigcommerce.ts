import type { JsonObject } from "../json/Json.ts"
import { ignored, type StoreCommand } from "./StoreCommand.ts"
import {
  addressOf,
  contactOf,
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

const orderCommand = (body: JsonObject): StoreCommand => {
  const order_id = idOf(body["id"])
  const times = orderTimes(body["date_created"], body["date_modified"])
  const total = decimalOf(body["total_inc_tax"])
  if (order_id === null || times === null || total === null) return ignored("unreadable")
  const status_id = Number(numberText(body["status_id"]) ?? -1)
  const known = statuses[status_id]
  if (known === "draft" || body["is_deleted"] === true) return ignored("draft")
  const billing = objectOf(body["billing_address"])
  const shipping = objectsOf(body["shipping_addresses"])[0] ?? {}
  const email = textOf(billing["email"]) ?? textOf(shipping["email"])
  const phone = textOf(billing["phone"]) ?? textOf(shipping["phone"])
  if (email === null && phone === null) return ignored("no_address")
  const { financial, fulfillment, shipment }: Statuses = known ?? {}
  const payment = (textOf(body["payment_status"]) ?? "").toLowerCase()
  const isFinal = financial === "voided" || financial === "refunded" || financial === "partially_refunded"
  const paid = isFinal || !isPaymentStatus(payment) ? financial : paymentStatuses[payment]
  const refunded = decimalOf(body["refunded_amount"])
  const { at } = times
  const coupons = objectsOf(body["coupons"])
  const order = {
    order_id,
    email,
    phone,
    customer_id: idOf(body["customer_id"]),
    subtotal: moneyOf(body["subtotal_ex_tax"]),
    total: JSON.rawJSON(total),
    currency: textOf(body["currency_code"]) ?? textOf(body["default_currency_code"]),
    total_items: moneyOf(body["items_total"]),
    discounts: exactMember(coupons.map(({ code, discount }) => ({ code: textOf(code), amount: moneyOf(discount) }))),
    tax_lines: exactMember([{ title: "Tax", amount: moneyOf(body["total_tax"]) }]),
    line_items: exactMember(objectsOf(body["products"], "items").map(lineItem)),
    billing_address: addressOf(billing, addressNames),
    shipping_address: addressOf(shipping, addressNames),
    accepts_email_marketing: email !== null && body["is_email_opt_in"] === true,
    order_date: times.order_date,
    ...(financial === "voided" ? { initial_sync: true } : {})
  }
  return {
    type: "order",
    order_id,
    order,
    report: {
      platform: "bigcommerce",
      head: { name: order_id, at, rank: rankOf(status_id + 10, order), total },
      financial: paid === undefined ? null : { at, value: paid },
      fulfillment: fulfillment === undefined ? null : { at, value: fulfillment },
      shipments: shipment === undefined ? {} : { order: { at, value: shipment } },
      refunds: refunded === null ? {} : { order: { at, value: refunded } }
    }
  }
}

const customerCommand = (body: JsonObject): StoreCommand => {
  const customer_id = idOf(body["id"])
  const updated_at = timeOf(body["date_modified"]) ?? timeOf(body["date_created"])
  const [email, phone] = [textOf(body["email"]), textOf(body["phone"])]
  if (customer_id === null || updated_at === null) return ignored("unreadable")
  if (email === null && phone === null) return ignored("no_address")
  const [first_name, last_name] = [textOf(body["first_name"]), textOf(body["last_name"])]
  return {
    type: "customer",
    customer: {
      customer_id,
      updated_at,
      known_since: timeOf(body["date_created"]) ?? updated_at,
      contact: contactOf({ email, phone, first_name, last_name }),
      email_consent: null,
      sms_consent: null
    }
  }
}

// A subscriber of the newsletter is a consent; its id is not that of a customer.
const subscriberCommand = (body: JsonObject): StoreCommand => {
  const command = customerCommand(body)
  if (command.type !== "customer") return command
  const { customer } = command
  return {
    type: "customer",
    customer: {
      ...customer,
      customer_id: `subscriber ${customer.customer_id}`,
      email_consent: { subscribed: true, at: customer.updated_at }
    }
  }
}

/** The resource of BigCommerce's API that a webhook announces. Its webhooks carry ids alone. */
export const announcedBy = (topic: string, body: JsonObject) => {
  const data = objectOf(body["data"])
  const id = idOf(data["id"])
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
 * What a webhook of BigCommerce asks for. `body` is the announced resource: an order of API version 2 with its `products`, a customer or a
 * subscriber of version 3. Pure.
 */
export const readBigCommerce = (topic: string, body: JsonObject): StoreCommand => {
  if (/^store\/(?:order|shipment)\/[\w/]+$/.test(topic)) return orderCommand(body)
  if (/^store\/customer\/(?:created|updated)$/.test(topic)) return customerCommand(body)
  if (/^store\/subscriber\/(?:created|updated)$/.test(topic)) return subscriberCommand(body)
  return /^store\/(?:customer|subscriber)\/deleted$/.test(topic) ? ignored("no_effect") : ignored("unknown_topic")
}
