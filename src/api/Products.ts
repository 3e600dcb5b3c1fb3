import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { productLimits, ProductSource } from "../domain/products/Product.ts"
import { ProductBatchInput, ProductInput } from "../domain/products/ProductInput.ts"
import { ProductQuery } from "../domain/products/ProductQuery.ts"
import { ValidationIssue } from "../domain/ValidationIssue.ts"
import { Decimal } from "../domain/values/Decimal.ts"
import { Timestamp } from "../domain/values/Time.ts"
import { page } from "./envelopes.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { exact } from "./Exact.ts"
import { access } from "./mounts.ts"
import { OwnId } from "./OwnId.ts"
import { preferHeader, preferred, warnings } from "./Preferences.ts"

const text = Schema.NullOr(Schema.String)
const amount = Schema.NullOr(Decimal)

const Variant = Schema.Struct({
  id: Schema.String,
  sku: text,
  title: text,
  price: amount,
  compare_at_price: amount,
  currency: text,
  stock: Schema.NullOr(Schema.Int).annotate({ description: "Pieces; null: they are not counted and never run out." }),
  image_url: text
}).annotate({ identifier: "Variant" })

const members = {
  id: Schema.String,
  source: ProductSource,
  title: text.annotate({ description: "Null of a product that was removed." }),
  url: text,
  image_url: text,
  vendor: text,
  product_type: text,
  published: Schema.Boolean,
  in_stock: Schema.Boolean.annotate({ description: "Whether a piece of any variant can be bought." }),
  updated_at: Timestamp.annotate({ description: "When the product was changed last, by the caller's clock." }),
  created_at: Timestamp
}

/** The product of a response (contract §19). `removed`: the call was older than a removal. */
const ProductBody = Schema.Struct({
  ...members,
  removed: Schema.Boolean,
  description: text,
  tags: Schema.Array(Schema.String),
  variants: Schema.Array(Variant)
}).annotate({ identifier: "Product" })

/** A product in a list: figures instead of its variants, and no description. */
const ListedProduct = Schema.Struct({
  ...members,
  variant_count: Schema.Int,
  currency: text,
  price_from: text,
  price_to: text,
  stock: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "ListedProduct" })

/** The effect of a dry run. */
const ProductDryRun = Schema.Struct({
  summary: Schema.Array(Schema.String),
  created: Schema.Boolean,
  changed: Schema.Boolean,
  restocked: Schema.Array(Schema.String).annotate({ description: "Ids of variants that would be back in stock." }),
  price_drops: Schema.Array(
    Schema.Struct({ variant_id: Schema.String, from: Schema.String, to: Schema.String, currency: text })
  )
}).annotate({ identifier: "ProductDryRun" })

/** The response to a call that creates a product, or reads or removes one. */
export const ProductCreated = Schema.Struct({ data: ProductBody, ...warnings }).annotate({
  identifier: "ProductCreated"
})

/** The response to an update or a dry run. */
export const ProductResponse = Schema.Struct({
  data: ProductBody,
  dry_run: Schema.optionalKey(ProductDryRun),
  ...warnings
}).annotate({ identifier: "ProductResponse" })

/** The result for one product of a batch. `id` is null if the product has none. */
const ProductAnswer = Schema.Struct({
  id: text,
  status: Schema.Literals(["created", "replaced", "unchanged", "failed"]),
  details: Schema.Array(ValidationIssue).annotate({ description: "Everything that is wrong with a failed one." }),
  ...warnings
}).annotate({ identifier: "ProductAnswer" })

const ProductAnswers = Schema.Struct({ data: Schema.Array(ProductAnswer) }).annotate({ identifier: "ProductAnswers" })

/** Products of a shop (contract §19). */
export class ProductsGroup extends HttpApiGroup.make("products").add(
  HttpApiEndpoint.get("list", "/products", {
    query: ProductQuery,
    success: page(ListedProduct),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("products_read"))
    .annotate(OpenApi.Summary, "List products")
    .annotate(
      OpenApi.Description,
      "Last changed first. `q` finds a part of the title, the vendor, the type, the id or a SKU, without case; `ids` has the ids of at most 100 products. Amounts are text; `stock` is the sum of all variants, null where one is not counted."
    ),
  HttpApiEndpoint.get("get", "/products/:id", {
    params: { id: Schema.String },
    success: exact(ProductCreated, "ProductCreated"),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("products_read"))
    .annotate(OwnId, true)
    .annotate(OpenApi.Summary, "Read a product"),
  HttpApiEndpoint.put("put", "/products/:id", {
    params: { id: Schema.String },
    headers: preferHeader,
    payload: ProductInput,
    success: [
      preferred(exact(ProductResponse, "ProductResponse")),
      preferred(exact(ProductCreated, "ProductCreated").pipe(HttpApiSchema.status(201)))
    ],
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("products_write"))
    .annotate(OwnId, true)
    .annotate(OpenApi.Summary, "Create or replace a product")
    .annotate(
      OpenApi.Description,
      `Keeps the product under the caller's own id (201), or replaces it whole (200), with at most ${productLimits.variants} variants. An \`updated_at\` that is older than the stored one changes nothing, so that calls may arrive in any order; left out, it is now. \`stock\` null means that pieces are not counted. \`Prefer: dry-run\` decides and writes nothing; \`Prefer: handling=lenient\` leaves out an invalid \`url\`, \`image_url\`, \`description\`, \`vendor\`, \`product_type\` or \`tags\` and lists it under \`warnings\`.`
    ),
  HttpApiEndpoint.post("batch", "/products/batch", {
    headers: preferHeader,
    payload: ProductBatchInput,
    success: preferred(ProductAnswers),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("products_write"))
    .annotate(OpenApi.Summary, "Create or replace many products")
    .annotate(
      OpenApi.Description,
      `At most ${productLimits.batch} bodies of \`PUT /products/{id}\`, each with its \`id\`, in one transaction. The response has an answer for each, in order: an invalid product fails alone. The preferences are those of a single call.`
    ),
  HttpApiEndpoint.delete("remove", "/products/:id", {
    params: { id: Schema.String },
    success: exact(ProductCreated, "ProductCreated"),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("products_write"))
    .annotate(OwnId, true)
    .annotate(OpenApi.Summary, "Remove a product")
    .annotate(
      OpenApi.Description,
      "Answers with the product as it was. Orders and carts keep their items; older calls do not bring it back."
    )
) {}
