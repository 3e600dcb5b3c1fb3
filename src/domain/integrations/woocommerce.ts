import type { JsonObject } from "../json/Json.ts"
import type { PlatformReport } from "../orders/PlatformOrder.ts"
import { wooProduct, wooProductRemoval, wooRestoredProduct } from "./woocommerceProducts.ts"
import { ignored, type ReadingOptions, type PlatformCommand } from "./PlatformCommand.ts"
import {
  addressOf,
  contactOf,
  decimalOf,
  emailOf,
  exactMember,
  fieldSaysYes,
  idOf,
  isAnonymised,
  metaText,
  moneyOf,
  objectOf,
  objectsOf,
  orderTimes,
  personName,
  rankOf,
  textOf,
  timeOf
} from "./platformFields.ts"

interface Statuses {
  readonly financial?: "pending" | "paid" | "refunded" | "voided" | "authorized"
  readonly fulfillment?: "unfulfilled" | "on_hold" | "fulfilled" | "partially_fulfilled" | "restocked"
  readonly shipment?: "in_transit" | "delivered" | "ready_for_pickup" | "failure"
}

/** The order statuses of WooCommerce, and those that shipping plugins add. `draft` statuses are no orders yet; `trash` hides the status before. */
const statuses: Readonly<Record<string, Statuses | "draft">> = {
  "checkout-draft": "draft",
  "auto-draft": "draft",
  draft: "draft",
  trash: {},
  pending: { financial: "pending", fulfillment: "unfulfilled" },
  "on-hold": { financial: "pending", fulfillment: "on_hold" },
  processing: { financial: "paid", fulfillment: "unfulfilled" },
  completed: { financial: "paid", fulfillment: "fulfilled" },
  cancelled: { financial: "voided", fulfillment: "restocked" },
  failed: { financial: "voided", fulfillment: "unfulfilled" },
  refunded: { financial: "refunded" },
  shipped: { financial: "paid", fulfillment: "fulfilled", shipment: "in_transit" },
  "partial-shipped": { financial: "paid", fulfillment: "partially_fulfilled", shipment: "in_transit" },
  "ready-pickup": { financial: "paid", shipment: "ready_for_pickup" },
  delivered: { financial: "paid", fulfillment: "fulfilled", shipment: "delivered" }
}

// The shopper has not paid yet, or not in the end. A bank transfer (`on-hold`) and cash on delivery (`processing`) are placed all the same.
const unpaidStatuses: ReadonlySet<string> = new Set(["pending", "failed", "cancelled"])

const addressNames = {
  first_name: "first_name",
  last_name: "last_name",
  company: "company",
  address1: "address_1",
  address2: "address_2",
  city: "city",
  state_code: "state",
  country_code: "country",
  postal_code: "postcode",
  phone: "phone"
}

const lineItem = (item: JsonObject): JsonObject => ({
  product_id: moneyOf(idOf(item["product_id"])),
  variant_id: moneyOf(idOf(item["variation_id"])),
  sku: textOf(item["sku"]),
  title: textOf(item["name"]),
  quantity: moneyOf(item["quantity"]),
  price: moneyOf(item["price"])
})

// Totals of refunds are negative, and have no time of their own: they come with the order.
const refundsOf = (list: unknown, at: number): PlatformReport["refunds"] =>
  Object.fromEntries(
    objectsOf(list).flatMap((refund) => {
      const [id, amount] = [idOf(refund["id"]), decimalOf(refund["total"])]
      return id === null || amount === null ? [] : [[id, { at, value: amount.replace(/^-/, "") }] as const]
    })
  )

const gmtOrLocal = (body: JsonObject, name: string): unknown => body[`${name}_gmt`] ?? body[name]

const orderCommand = (body: JsonObject, { consent_field }: ReadingOptions): PlatformCommand => {
  const order_id = idOf(body["id"])
  const times = orderTimes(gmtOrLocal(body, "date_created"), gmtOrLocal(body, "date_modified"))
  const total = decimalOf(body["total"])
  if (order_id === null || times === null || total === null) return ignored("unreadable")
  const name = (textOf(body["status"]) ?? "").replace(/^wc-/, "")
  const known = Object.hasOwn(statuses, name) ? statuses[name] : undefined
  if (known === "draft") return ignored("draft")
  const [billing, shipping] = [objectOf(body["billing"]), objectOf(body["shipping"])]
  const { at } = times
  const isPaid = gmtOrLocal(body, "date_paid") !== undefined && gmtOrLocal(body, "date_paid") !== null
  const tellsPayment = "date_paid" in body || "date_paid_gmt" in body
  const { financial, fulfillment, shipment }: Statuses = known ?? {}
  // Cash on delivery is processed before it is paid.
  const paid = financial === "paid" && name === "processing" && tellsPayment && !isPaid ? "pending" : financial
  const reported = {
    platform: "woocommerce",
    financial: paid === undefined ? null : { at, value: paid },
    fulfillment: fulfillment === undefined ? null : { at, value: fulfillment },
    removal: { at, value: name === "trash" ? "removed" : "kept" },
    shipments: shipment === undefined ? {} : { order: { at, value: shipment } },
    refunds: refundsOf(body["refunds"], at)
  } as const
  if (isAnonymised(billing["email"]))
    return { type: "order_part", order_id, report: { ...reported, head: null }, isAnonymised: true }
  const email = emailOf(billing["email"])
  const phone = textOf(billing["phone"])
  if (email === null && phone === null) return ignored("no_address")
  const items = objectsOf(body["line_items"], "items")
  const discounts = objectsOf(body["coupon_lines"])
  const taxes = objectsOf(body["tax_lines"])
  const order = {
    order_id,
    email,
    phone,
    customer_id: idOf(body["customer_id"]),
    total: JSON.rawJSON(total),
    currency: textOf(body["currency"]),
    total_items: items.reduce((sum, { quantity }) => sum + (Number(textOf(quantity)) || 0), 0),
    discounts: exactMember(discounts.map(({ code, discount }) => ({ code: textOf(code), amount: moneyOf(discount) }))),
    tax_lines: exactMember(taxes.map(({ label, tax_total }) => ({ title: textOf(label), amount: moneyOf(tax_total) }))),
    line_items: exactMember(items.map(lineItem)),
    billing_address: addressOf(billing, addressNames),
    shipping_address: addressOf(shipping, addressNames),
    ...(consent_field === null
      ? {}
      : { accepts_email_marketing: email !== null && fieldSaysYes(body["meta_data"], consent_field) }),
    order_date: times.order_date,
    ...(financial === "voided" || name === "trash" ? { initial_sync: true } : {})
  }
  return {
    type: "order",
    order_id,
    order,
    report: {
      ...reported,
      head: {
        name: textOf(body["number"]),
        at,
        rank: rankOf(10 + Object.keys(statuses).indexOf(name), order),
        total,
        is_unpaid: unpaidStatuses.has(name)
      }
    },
    buyer: {
      name: personName(billing),
      country: textOf(billing["country"]),
      // WooCommerce itself has no language; WPML, its most common plugin for languages, keeps it so.
      language: metaText(body["meta_data"], "wpml_language")
    },
    // A customer's own e-mail may be another than that of the order, and WooCommerce itself records no consent.
    customer: null
  }
}

const customerCommand = (body: JsonObject): PlatformCommand => {
  const customer_id = idOf(body["id"])
  const billing = objectOf(body["billing"])
  const updated_at = timeOf(gmtOrLocal(body, "date_modified")) ?? timeOf(gmtOrLocal(body, "date_created"))
  const email = emailOf(body["email"], billing["email"])
  const phone = textOf(billing["phone"])
  if (customer_id === null || updated_at === null) return ignored("unreadable")
  if (email === null && phone === null) return ignored("no_address")
  return {
    type: "customer",
    customer: {
      customer_id,
      is_whole: true,
      updated_at,
      known_since: timeOf(gmtOrLocal(body, "date_created")) ?? updated_at,
      contact: contactOf({ email, phone, name: personName(body) ?? personName(billing) }),
      // WooCommerce itself records no marketing consent.
      email_consent: null,
      sms_consent: null
    }
  }
}

const noEffect = (): PlatformCommand => ignored("no_effect")

// From the bin back. Its time of change may be older than that at which the order went there.
const restoredCommand = (body: JsonObject, options: ReadingOptions): PlatformCommand => {
  const command = orderCommand(body, options)
  return command.type === "order" ? { ...command, isRestored: true } : command
}

// Into the bin or for good: the webhook has the id alone.
const removedCommand = (body: JsonObject): PlatformCommand => {
  const order_id = idOf(body["id"])
  return order_id === null ? ignored("unreadable") : { type: "order_removed", order_id }
}

const readers: Readonly<Record<string, (body: JsonObject, options: ReadingOptions) => PlatformCommand>> = {
  "order.created": orderCommand,
  "order.updated": orderCommand,
  "order.restored": restoredCommand,
  "order.deleted": removedCommand,
  "product.created": wooProduct,
  "product.updated": wooProduct,
  "product.restored": wooRestoredProduct,
  "product.deleted": wooProductRemoval,
  "customer.created": customerCommand,
  "customer.updated": customerCommand,
  "customer.deleted": noEffect
}

/** The changes that a webhook of WooCommerce asks for. Pure; reads versions 1 to 3 of its REST payloads. */
export const readWooCommerce = (
  topic: string,
  body: JsonObject,
  options: ReadingOptions = { consent_field: null }
): PlatformCommand =>
  (Object.hasOwn(readers, topic) ? readers[topic] : undefined)?.(body, options) ?? ignored("unknown_topic")
