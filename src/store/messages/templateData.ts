import { Schema, Struct } from "effect"
import type { SqlClient } from "effect/sql"
import { contactZone } from "../../domain/contacts/contactZone.ts"
import { EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import { formatAmount } from "../../domain/orders/Currency.ts"
import { countryLanguage } from "../../domain/languages/countryLanguage.ts"
import { languageOfAccount, languageOfContact, type WantedLanguages } from "../../domain/languages/messageWords.ts"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { type ProductRef, templateSubject } from "../../domain/products/subjectProduct.ts"
import type { AccountSettings } from "../accounts/readAccounts.ts"
import { LeftTopics } from "../contacts/ContactTopics.ts"
import { Millis } from "../sql/timestamps.ts"
import { Variant } from "../../domain/products/Product.ts"
import { ProfileRow } from "../senders/senderRow.ts"

/** The members of a contact in templates and webhooks, as JSON. Requires the table alias `contact`. */
export const contactTemplateJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN contact.contact_id IS NULL THEN NULL ELSE json_build_object('id', contact.contact_id,
    'email', contact.email, 'phone', contact.phone, 'first_name', contact.first_name, 'last_name', contact.last_name,
    'email_consent', contact.email_consent, 'sms_consent', contact.sms_consent, 'tags', contact.tags,
    'custom_fields', contact.custom_fields, 'order_count', contact.order_count, 'first_order_at', contact.first_order_at,
    'last_order_at', contact.last_order_at) END`)

/** The members of an order in templates and webhooks, as JSON. Requires the table alias `o`. */
export const orderTemplateJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN o.order_id IS NULL THEN NULL ELSE json_build_object('order_id', o.order_id, 'total', o.total,
    'currency', o.currency, 'placed_at', o.placed_at, 'email', o.email, 'phone', o.phone, 'customer_id', o.customer_id,
    'subtotal', o.subtotal, 'total_items', o.total_items, 'financial_status', o.financial_status,
    'fulfillment_status', o.fulfillment_status, 'shipment_status', o.shipment_status, 'discounts', o.discounts,
    'tax_lines', o.tax_lines, 'line_items', o.line_items, 'billing_address', o.billing_address,
    'shipping_address', o.shipping_address) END`)

/** The members of an event in templates and webhooks, as JSON. Requires the table alias `event`. */
export const eventTemplateJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN event.event_id IS NULL THEN NULL ELSE json_build_object('event_type', event.event_type,
    'event_time', event.event_time, 'event_data', event.event_data) END`)

/** The members of a cart in templates and webhooks, as JSON. Requires the table `carts`. */
export const cartTemplateJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN carts.cart_id IS NULL THEN NULL ELSE json_build_object('id', carts.cart_id, 'stage', carts.stage,
    'currency', carts.currency, 'total', carts.total, 'item_count', carts.item_count, 'line_items', carts.line_items,
    'url', carts.url, 'updated_at', carts.changed_at) END`)

/**
 * The members of the product that a run or message is about, in templates and webhooks, as JSON. `about` names the columns of its `ProductRef`. Requires
 * the table `products`, whose row may be missing.
 */
export const productTemplateJson = (
  sql: SqlClient.SqlClient,
  { product_id, variant_id, old_price }: Readonly<Record<keyof ProductRef, string>>
) =>
  sql.literal(`CASE WHEN ${product_id} IS NULL THEN NULL ELSE json_build_object('id', ${product_id}, 'variant_id', ${variant_id},
    'old_price', (${old_price})::text, 'title', products.title, 'url', products.url, 'image_url', products.image_url, 'vendor', products.vendor,
    'product_type', products.product_type, 'variants', products.variants) END`)

/** The columns of a `ProductRef` in a row. */
export const productRefOf = (row: string): Readonly<Record<keyof ProductRef, string>> => ({
  product_id: `${row}.product_id`,
  variant_id: `${row}.variant_id`,
  old_price: `${row}.old_price`
})

/**
 * The message's `SenderProfile` as JSON, with the version of the account's. Requires the table aliases `sender` and `further`, whose rows may be missing:
 * a further sender has names and addresses of its own.
 */
const senderJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`json_build_object('from_name', coalesce(further.from_name, sender.from_name), 'from_email', coalesce(further.from_email, sender.from_email),
    'reply_to', CASE WHEN further.sender_id IS NULL THEN sender.reply_to ELSE further.reply_to END,
    'postal_address', sender.postal_address, 'logo_url', sender.logo_url, 'color', sender.color, 'link_parameters', sender.link_parameters, 'tracking_host', sender.tracking_host, 'version', coalesce(sender.version, 0),
    'has_server', sender.encrypted_smtp_url IS NOT NULL)`)

const jsonWith = <S extends Schema.StructWithRest.Objects>(required: S) =>
  Schema.NullOr(Schema.fromJsonString(Schema.StructWithRest(required, [Schema.Record(Schema.String, Schema.Unknown)])))

const OptionalText = Schema.NullOr(Schema.String)

const SubjectVariant = Schema.Struct(
  Struct.pick(Variant.fields, ["id", "sku", "title", "image_url", "price", "compare_at_price", "currency", "stock"])
)

const ProductJson = Schema.Struct({
  id: Schema.String,
  variant_id: OptionalText,
  old_price: OptionalText,
  title: OptionalText,
  url: OptionalText,
  image_url: OptionalText,
  vendor: OptionalText,
  product_type: OptionalText,
  variants: Schema.NullOr(Schema.Array(SubjectVariant))
})

/** A row of `templateColumns`. */
export const TemplateRow = Schema.Struct({
  sender: Schema.fromJsonString(
    Schema.Struct({ ...ProfileRow.fields, version: Schema.Int, has_server: Schema.Boolean })
  ),
  contact: jsonWith(
    Schema.Struct({
      id: Schema.String,
      email: Schema.NullOr(Schema.String),
      phone: Schema.NullOr(Schema.String),
      email_consent: EmailConsent,
      sms_consent: SmsConsent,
      custom_fields: Schema.Record(Schema.String, Schema.Unknown)
    })
  ),
  paused_until: Schema.NullOr(Millis),
  left_topics: Schema.NullOr(LeftTopics),
  order: jsonWith(Schema.Struct({ currency: Schema.String })),
  event: Schema.NullOr(Schema.fromJsonString(Schema.Unknown)),
  cart: jsonWith(Schema.Struct({ currency: Schema.NullOr(Schema.String) })),
  cart_total: Schema.NullOr(Schema.String),
  product: Schema.NullOr(Schema.fromJsonString(ProductJson)),
  order_id: Schema.NullOr(Schema.String),
  total: Schema.NullOr(Schema.String)
})

/** The columns of a `TemplateRow`. Requires the table aliases `sender`, `further`, `contact`, `o` and `event`, and the tables `carts` and `products`. */
export const templateColumns = (sql: SqlClient.SqlClient, product: Readonly<Record<keyof ProductRef, string>>) =>
  sql`(${senderJson(sql)})::text AS sender, (${contactTemplateJson(sql)})::text AS contact, contact.paused_until, contact.left_topics::text AS left_topics, (${orderTemplateJson(sql)})::text AS order,
    (${eventTemplateJson(sql)})::text AS event, (${cartTemplateJson(sql)})::text AS cart, carts.total::text AS cart_total, (${productTemplateJson(sql, product)})::text AS product, o.order_id::text, o.total::text AS total`

/** The members of a `DueMessage` that its account and a `TemplateRow` give, and the languages that its content is chosen by. */
export const templateData = (
  {
    name,
    timezone,
    default_country: country,
    language
  }: Pick<AccountSettings, "name" | "timezone" | "default_country" | "language">,
  {
    sender: { version: sender_version, has_server, ...sender },
    contact,
    paused_until,
    left_topics,
    order,
    event,
    cart,
    cart_total,
    product,
    order_id,
    total
  }: typeof TemplateRow.Type
): Pick<
  DueMessage,
  "account_name" | "timezone" | "country" | "sender" | "sender_version" | "has_server" | "contact" | "data"
> & { readonly wanted: WantedLanguages } => ({
  account_name: name,
  timezone,
  country,
  wanted: {
    contact: languageOfContact(contact?.custom_fields ?? {}),
    account: languageOfAccount({ language, countryLanguage: countryLanguage(country) ?? "" })
  },
  sender,
  sender_version,
  has_server,
  contact:
    contact === null
      ? undefined
      : { ...contact, paused_until, left_topics: left_topics ?? [], timezone: contactZone(contact) },
  data: {
    account: { name },
    contact,
    order: order === null ? null : { ...order, order_id, total_amount: formatAmount(total ?? "", order.currency) },
    event,
    cart: cart === null ? null : { ...cart, total_amount: formatAmount(cart_total ?? "", cart.currency ?? "") },
    product: product === null ? null : templateSubject(product)
  }
})
