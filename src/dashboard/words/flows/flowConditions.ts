/** Words of conditions on orders, contacts and events, in flows and segments. */
import type { Channel } from "../../../domain/contacts/Consent.ts"
import type { Op } from "../../../domain/conditions/Condition.ts"
import type { FieldName } from "../../../domain/conditions/Facts.ts"
import type { HistoryFilter } from "../../../domain/conditions/HistoryFilter.ts"
import type { FieldGroup } from "../../conditions/conditionFields.ts"
import { span } from "../common.ts"

// The fields
export const fieldLabels: Readonly<Record<FieldName, string>> = {
  "order.total": "Order total",
  "order.subtotal": "Order subtotal",
  "order.total_items": "Number of items",
  "order.currency": "Currency",
  "order.customer_id": "Customer ID",
  "order.financial_status": "Payment status",
  "order.fulfillment_status": "Fulfillment status",
  "order.shipment_status": "Shipment status",
  "order.line_items.sku": "SKU of an item",
  "order.line_items.title": "Title of an item",
  "order.discounts.code": "Discount code",
  "order.shipping_address.country_code": "Shipping country",
  "cart.total": "Cart total",
  "cart.currency": "Currency of the cart",
  "cart.stage": "Stage of the cart",
  "cart.line_items.sku": "SKU of an item in the cart",
  "cart.line_items.title": "Title of an item in the cart",
  "product.id": "Product",
  "product.title": "Title of the product",
  "product.vendor": "Vendor of the product",
  "product.product_type": "Type of the product",
  "product.tags": "Tags of the product",
  "product.price": "Lowest price of the product",
  "product.in_stock": "In stock",
  "contact.email": "E-mail",
  "contact.phone": "Phone",
  "contact.first_name": "First name",
  "contact.last_name": "Last name",
  "contact.email_consent": "E-mail consent",
  "contact.sms_consent": "SMS consent",
  "contact.order_count": "Number of orders",
  "contact.tags": "Tags",
  "contact.language": "Language",
  "contact.left_topics": "Topics left",
  "contact.first_order_at": "First order",
  "contact.last_order_at": "Last order",
  "contact.created_at": "Created",
  "order.count": "Orders placed",
  "event.count": "Events",
  "message.received": "Messages received",
  "message.clicked": "Messages clicked",
  "viewed.count": "Product views",
  "contact.country": "Country"
}
export const groupTitles: Readonly<Record<FieldGroup, string>> = {
  order: "Order",
  cart: "Cart",
  product: "Product",
  contact: "Contact",
  event: "Event",
  history: "Orders, events, messages and views so far"
}
export const notForThisTrigger = "Not for this trigger"

// Fields whose names end with a part that the account chooses
export const customField = "Custom field…"
export const eventProperty = "Event property…"
export const totalSpent = "Total spent"
export const averageOrder = "Average order"
export const nameOfField = "Name of the field"
export const exampleName = "name"
export const currency = "Currency"
export const exampleCurrency = "USD"

// The operators
export const operators: Readonly<Record<Op, string>> = {
  eq: "is",
  neq: "is not",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  contains: "contains",
  not_contains: "does not contain",
  in: "is one of",
  exists: "is set",
  not_exists: "is not set",
  within: "is within the last",
  not_within: "is not within the last",
  within_next: "is within the next"
}

// Filters of the counted orders, events, messages and views
export const filterLabels: Readonly<Record<keyof HistoryFilter, string>> = {
  within: "In the last",
  product_id: "Product",
  sku: "SKU",
  product_type: "Product type",
  vendor: "Vendor",
  product_tag: "Product tag",
  event_type: "Event type",
  flow_id: "Flow",
  campaign_id: "Campaign",
  channel: "Channel"
}
export const inTheLast = (time: string) => `in the last ${span(time)}`
export const any = "Any"
export const anyTime = "Any time"
export const channels: Readonly<Record<Channel, string>> = { email: "E-mail", sms: "SMS" }

// The inputs of a condition
export const truths = { true: "Yes", false: "No" } as const
export const field = "Field"
export const operator = "Operator"
export const value = "Value"
export const choose = "Choose"
/** The words after a number of days. */
export const daysSuffix = (days: number | undefined) => (days === 1 ? " day" : " days")
export const removeCondition = "Remove condition"

// Several conditions
export const or = "or"
export const andAnother = "and …"
export const orAnother = "or …"
export const addCondition = "Add a condition"
export const joinedByAnd = (conditions: ReadonlyArray<string>) => conditions.join(" and ")
export const joinedByOr = (groups: ReadonlyArray<string>) => groups.join(", or ")
