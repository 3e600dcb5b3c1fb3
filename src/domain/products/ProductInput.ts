import { Schema } from "effect"
import { freeForm } from "../json/FreeForm.ts"
import { isObject } from "../json/Json.ts"
import { optional, optionalText } from "../json/Optional.ts"
import { Currency } from "../orders/Currency.ts"
import { Amount } from "../values/Decimal.ts"
import { OwnIdText } from "../values/Id.ts"
import { NonEmptyText, text } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"
import { WebAddress } from "../values/WebAddress.ts"
import { productLimits } from "./Product.ts"
import { Stock } from "./Stock.ts"

const name = optionalText(text(productLimits.name), { maxLength: productLimits.name })
const address = optionalText(WebAddress, { maxLength: 2_048 })

/** A variant of the body. */
export const VariantInput = Schema.Struct({
  id: OwnIdText,
  sku: name,
  title: name,
  price: optional(Amount),
  compare_at_price: optional(Amount),
  currency: optional(Currency),
  stock: optional(Stock),
  image_url: address
}).annotate({ identifier: "PutVariant" })

/** The body of `PUT /products/{id}` (contract §19). It replaces the product. */
export const ProductInput = Schema.Struct({
  title: NonEmptyText,
  url: address,
  image_url: address,
  description: optionalText(text(productLimits.description), { maxLength: productLimits.description }),
  vendor: name,
  product_type: name,
  tags: optional(Schema.Array(text(productLimits.name)).check(Schema.isMaxLength(productLimits.tags))),
  published: optional(Schema.Boolean),
  variants: optional(Schema.Array(VariantInput).check(Schema.isMaxLength(productLimits.variants))),
  updated_at: optional(Timestamp)
}).annotate({ identifier: "PutProduct" })
export type ProductInput = typeof ProductInput.Type

/** Products of a batch: each is judged by itself, so that the list tells of them only that they are objects. */
const Products = freeForm<ReadonlyArray<unknown>>(
  Schema.Unknown.check(
    Schema.makeFilter(
      (value: unknown) =>
        (Array.isArray(value) && value.length > 0 && value.every(isObject)) || "Must be a list of at least one object"
    )
  ),
  {
    type: "array",
    minItems: 1,
    maxItems: productLimits.batch,
    items: { type: "object", additionalProperties: true },
    description: "Each is the body of `PUT /products/{id}` with its `id`, and is judged by itself."
  },
  {
    generated: Schema.Array(Schema.Record(Schema.String, Schema.Json)).check(
      Schema.isMinLength(1),
      Schema.isMaxLength(productLimits.batch)
    ),
    exceeds: (value) =>
      Array.isArray(value) && value.length > productLimits.batch
        ? `Must have at most ${productLimits.batch} elements`
        : undefined
  }
)

/** The body of `POST /products/batch`. */
export const ProductBatchInput = Schema.Struct({ products: Products }).annotate({ identifier: "PutProducts" })
