import type { ImportKind } from "./Import.ts"
import { contactTarget, headerName } from "./headerNames.ts"
import { type Preset, presetTarget } from "./presets.ts"

const addressMembers = [
  "name",
  "first_name",
  "last_name",
  "address1",
  "address2",
  "city",
  "state_code",
  "country_code",
  "postal_code"
]

/**
 * The fields that a column can be imported as. Rows with the same `order` (or else the same `order_id`) become one order with
 * a line item for each row; `order_status` is one status for payment and fulfillment; a yes in `email_unsubscribed` is a no to e-mail;
 * `email_consent_time` and the like tell how another service got a consent;
 * `topics_left` and `topics_joined` are names or keys of topics; `custom_field` keeps the column's own name, `custom_fields` is a JSON object of them; `country` is where the row's phone is read.
 */
export const importTargets: Readonly<Record<ImportKind, ReadonlyArray<string>>> = {
  orders: [
    "order",
    "order_id",
    "email",
    "phone",
    "customer_id",
    "order_date",
    "currency",
    "total",
    "subtotal",
    "total_items",
    "order_status",
    "financial_status",
    "fulfillment_status",
    "shipment_status",
    "accepts_email_marketing",
    "accepts_sms_marketing",
    ...["title", "sku", "quantity", "price", "product_id", "variant_id"].map((member) => `line_item.${member}`),
    "discount.code",
    "discount.amount",
    "tax.title",
    "tax.amount",
    ...addressMembers.map((member) => `shipping_address.${member}`),
    ...addressMembers.map((member) => `billing_address.${member}`)
  ],
  contacts: [
    "email",
    "phone",
    "international_phone",
    "first_name",
    "last_name",
    "email_consent",
    "email_unsubscribed",
    "email_suppressed",
    "email_consent_time",
    "email_consent_address",
    "email_confirmed_time",
    "email_confirmed_address",
    "sms_consent",
    "sms_unsubscribed",
    "sms_consent_time",
    "consent_source",
    "topics_left",
    "topics_joined",
    "tags",
    "country",
    "custom_field",
    "custom_fields"
  ]
}

// Headers of Shopify's and other exports, in lower case with single underscores.
const orderAliases: Readonly<Record<string, string>> = {
  name: "order",
  id: "order_id",
  order_number: "order_id",
  email_address: "email",
  created_at: "order_date",
  date: "order_date",
  paid_total: "total",
  accepts_marketing: "accepts_email_marketing",
  lineitem_name: "line_item.title",
  lineitem_sku: "line_item.sku",
  lineitem_quantity: "line_item.quantity",
  lineitem_price: "line_item.price",
  discount_code: "discount.code",
  discount_amount: "discount.amount",
  tax_1_name: "tax.title",
  tax_1_value: "tax.amount",
  currency_code: "currency",
  total_amount: "total",
  placed_at: "order_date",
  country: "shipping_address.country_code",
  country_code: "shipping_address.country_code"
}

const addressAliases: Readonly<Record<string, string>> = {
  zip: "postal_code",
  province: "state_code",
  state: "state_code",
  country: "country_code",
  postcode: "postal_code"
}

const orderAlias = (header: string): string | undefined => {
  const name = headerName(header)
  // Buyers are named in the same words as contacts.
  const address = contactTarget(header)
  return Object.hasOwn(orderAliases, name)
    ? orderAliases[name]
    : address === "email" || address === "phone"
      ? address
      : undefined
}

/**
 * The targets with all other columns as custom fields under their own names: columns without a header, and further ones of a name, stay as they
 * are.
 */
export const withCustomFields = (
  headers: ReadonlyArray<string>,
  targets: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const names = new Set(headers.filter((_, at) => targets[at] === "custom_field").map((header) => header.trim()))
  return headers.map((header, at) => {
    const name = header.trim()
    if (targets[at] !== "" || name === "" || names.has(name)) return targets[at] ?? ""
    names.add(name)
    return "custom_field"
  })
}

const guess = (kind: ImportKind, header: string): string => {
  const name = headerName(header)
  const alias = kind === "orders" ? orderAlias(header) : contactTarget(header)
  if (alias !== undefined) return alias
  const address = /^(shipping|billing)_(?:address_)?(.+)$/.exec(name)
  const member = address?.[2] ?? ""
  const candidates = new Set([name, header.trim(), `${address?.[1]}_address.${addressAliases[member] ?? member}`])
  return importTargets[kind].find((target) => candidates.has(target)) ?? ""
}

/** The likely target of each column, "" for none: that of the preset, if the file has one. Each target is used once. */
export const guessColumns = (
  kind: ImportKind,
  headers: ReadonlyArray<string>,
  preset?: Preset
): ReadonlyArray<string> => {
  const known = preset?.kind === kind ? preset : undefined
  const guesses = headers.map((header) => presetTarget(known, header) ?? guess(kind, header))
  const first = new Map(guesses.map((target, at) => [target, at] as const).toReversed())
  // A header that is the field's own name goes before others that mean the same.
  for (const [at, header] of [...headers.entries()].toReversed()) {
    if (headerName(header) === guesses[at]) first.set(headerName(header), at)
  }
  const once = guesses.map((target, at) => (first.get(target) === at ? target : ""))
  // Beside a column of ids, the number is the order's name.
  const numbered = kind === "orders" && !once.includes("order") ? headers.map(headerName).indexOf("order_number") : -1
  const targets = once.map((target, at) => (at === numbered && target === "" ? "order" : target))
  // An export without ids has the order's name alone, like #1001.
  return kind === "orders" && !targets.includes("order_id")
    ? targets.map((target) => (target === "order" ? "order_id" : target))
    : targets
}

/** The kind of rows of a file without a preset: contacts, if it has addresses of people and neither ids nor totals of orders; else `kind`. Pure. */
export const kindOfHeaders = (kind: ImportKind, headers: ReadonlyArray<string>): ImportKind => {
  const orders = guessColumns("orders", headers)
  const contacts = guessColumns("contacts", headers)
  const isOfOrders = ["order_id", "total"].some((target) => orders.includes(target))
  return !isOfOrders && ["email", "phone"].some((target) => contacts.includes(target)) ? "contacts" : kind
}
