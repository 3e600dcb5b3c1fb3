import { Schema, Struct } from "effect"
import { ProductSource, type Product, Variant } from "../../domain/products/Product.ts"
import { type Columns, jsonText, orNull, rowColumns, rowOf, text, textOf, time, truth } from "../sql/column.ts"

/** The columns of `products`. */
export const productColumns = {
  account_id: text("none"),
  product_id: text("none"),
  product_key: text("none"),
  source: textOf("none", ProductSource),
  removed: truth("none"),
  title: orNull(text("none")),
  url: orNull(text("none")),
  image_url: orNull(text("none")),
  description: orNull(text("none")),
  vendor: orNull(text("none")),
  product_type: orNull(text("none")),
  tags: orNull(jsonText("none")),
  published: truth("none"),
  variants: orNull(jsonText("none")),
  in_stock: truth("none"),
  words: orNull(text("none")),
  restocks: orNull(jsonText("none")),
  changed_at: time("none"),
  changed_rank: text("none"),
  created_at: time("none"),
  written_at: time("none")
} satisfies Columns

/** A row of `products` as `productRowColumns` reads it. */
export const ProductRow = Schema.Struct(Struct.map(productColumns, rowOf))

/** The select list of a `ProductRow`. */
export const productRowColumns = rowColumns("products", productColumns)

/** The select list of a `ProductRow` without its description. */
export const listedProductColumns = productRowColumns.replace("products.description", "NULL AS description")

const decodeTags = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.String)))
const decodeVariants = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Variant)))
const decodeRestocks = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Number)))

export const productOf = (stored: typeof ProductRow.Type): Product => {
  const { words: _, ...row } = stored
  return {
    ...row,
    tags: decodeTags(row.tags ?? "[]"),
    variants: decodeVariants(row.variants ?? "[]"),
    restocks: decodeRestocks(row.restocks ?? "{}")
  }
}

const maxWords = 2_000

/** The text that a search of products looks in: lower case. */
const wordsOf = ({ product_id, title, vendor, product_type, variants }: Product): string =>
  [title, vendor, product_type, product_id, ...variants.map(({ sku }) => sku)]
    .filter((part) => part !== null)
    .join("\n")
    .toLowerCase()
    .slice(0, maxWords)
    .toWellFormed()

const jsonOrNull = (value: object, isEmpty: boolean) => (isEmpty ? null : JSON.stringify(value))

export const rowOfProduct = (product: Product) => ({
  ...product,
  tags: jsonOrNull(product.tags, product.tags.length === 0),
  variants: jsonOrNull(product.variants, product.variants.length === 0),
  restocks: jsonOrNull(product.restocks, Object.keys(product.restocks).length === 0),
  words: product.removed ? null : wordsOf(product)
})
