import { Schema } from "effect"

/** Values of a list, and SKUs, of which a shop has many more. */
export const maxValues = 100
export const maxSkus = 500

/** Values of one field that are listed: of more, none. */
export const maxFieldValues = 20

/** What is read of the newest products and orders, and of the events of each type. */
export const shopReads = { products: 2_000, orders: 1_000, events: 20 } as const

/** The lists of values of products and orders. */
const kinds = ["skus", "titles", "product_types", "vendors", "product_tags", "discount_codes", "currencies"] as const
export const ShopValueKind = Schema.Literals(kinds)
export type ShopValueKind = typeof ShopValueKind.Type

/** A value, and how many of the products and orders that were read have it. */
export const ShopValue = Schema.Struct({
  value: Schema.String,
  products: Schema.Int,
  orders: Schema.Int
}).annotate({ identifier: "ShopValue" })
export type ShopValue = typeof ShopValue.Type

/** A property of events of a type, how many of those that were read have it, and its values where they are few. */
export const EventProperty = Schema.Struct({
  event_type: Schema.String,
  value: Schema.String,
  events: Schema.Int,
  values: Schema.Array(Schema.String)
}).annotate({ identifier: "EventProperty" })
export type EventProperty = typeof EventProperty.Type

/** How many products or orders were read, and whether these were all. */
const ReadRecords = Schema.Struct({ read: Schema.Int, all: Schema.Boolean }).annotate({ identifier: "ReadRecords" })
export type ReadRecords = typeof ReadRecords.Type

const Values = Schema.Array(ShopValue)

/**
 * The values that the account's products, orders and events have: of the newest 2,000 products and 1,000 orders, and of 20 events of each type,
 * fewer where they are large: the most frequent 100 of each, of SKUs 500. Where not all were read, each number is the least that it can be.
 */
export const ShopValues = Schema.Struct({
  products_read: ReadRecords,
  orders_read: ReadRecords,
  skus: Values,
  titles: Values,
  product_types: Values,
  vendors: Values,
  product_tags: Values,
  discount_codes: Values,
  currencies: Values,
  event_properties: Schema.Array(EventProperty)
})
export type ShopValues = typeof ShopValues.Type

/** The values of products, or of orders. */
export interface ReadShopValues {
  readonly records: ReadRecords
  readonly values: ReadonlyArray<{ readonly kind: ShopValueKind; readonly value: string; readonly count: number }>
}

/** The lists of values of what was read: most products and orders first, then by value. Pure. */
export const shopValues = (
  products: ReadShopValues,
  orders: ReadShopValues,
  event_properties: ReadonlyArray<EventProperty>
): ShopValues => {
  const found = new Map<ShopValueKind, Map<string, ShopValue>>(kinds.map((kind) => [kind, new Map()]))
  const add = ({ values }: ReadShopValues, counted: "products" | "orders") => {
    for (const { kind, value, count } of values) {
      const before = found.get(kind)?.get(value) ?? { value, products: 0, orders: 0 }
      found.get(kind)?.set(value, { ...before, [counted]: before[counted] + count })
    }
  }
  add(products, "products")
  add(orders, "orders")
  const listOf = (kind: ShopValueKind): ReadonlyArray<ShopValue> =>
    [...(found.get(kind)?.values() ?? [])]
      .sort((a, b) => b.products + b.orders - (a.products + a.orders) || (a.value < b.value ? -1 : 1))
      .slice(0, kind === "skus" ? maxSkus : maxValues)
  return {
    products_read: products.records,
    orders_read: orders.records,
    skus: listOf("skus"),
    titles: listOf("titles"),
    product_types: listOf("product_types"),
    vendors: listOf("vendors"),
    product_tags: listOf("product_tags"),
    discount_codes: listOf("discount_codes"),
    currencies: listOf("currencies"),
    event_properties
  }
}
