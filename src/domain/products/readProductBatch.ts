import { Effect, Result } from "effect"
import { decodeJson } from "../json/decodeJson.ts"
import { exactElements, isObject, type JsonObject } from "../json/Json.ts"
import type { Handling } from "../json/readBody.ts"
import { type ValidationFailed, invalid, type ValidationIssue } from "../ValidationIssue.ts"
import { isOwnId, makeId } from "../values/Id.ts"
import { productLimits, type PutProduct } from "./Product.ts"
import { ProductBatchInput } from "./ProductInput.ts"
import { type ProductContext, readProduct } from "./readProduct.ts"

const decodeBatch = decodeJson(ProductBatchInput)

/** One product of a batch: its report, or its issues, at paths within it. `id` is null where it has none that is text. */
export interface ReadProductOfBatch {
  readonly id: string | null
  readonly result: Result.Result<PutProduct, ValidationFailed>
  readonly warnings: ReadonlyArray<ValidationIssue>
}

/** The products of a batch, or the issues of the body as a whole (contract §19). Gives other work a turn after each product. */
export const readProductBatch = Effect.fnUntraced(function* (
  body: JsonObject,
  context: Omit<ProductContext, "product_id" | "new_product_key">,
  handling: Handling
) {
  yield* decodeBatch(body)
  const list: ReadonlyArray<unknown> = Array.isArray(body["products"]) ? body["products"] : []
  const read: Array<ReadProductOfBatch> = []
  for (const element of exactElements(list, productLimits.batch)) {
    const { id, ...product }: JsonObject = isObject(element) ? element : {}
    const isOwn = typeof id === "string" && isOwnId(id)
    if (!isOwn) {
      const message = id === undefined ? "Is required" : "Must be 1 to 128 letters, digits, _ . : ~ or -"
      read.push({ id: null, result: Result.fail(invalid("id", message)), warnings: [] })
      continue
    }
    const whole = { ...context, product_id: id, new_product_key: yield* makeId("prd") }
    const result = yield* Effect.result(readProduct(product, whole, handling))
    read.push({
      id,
      result: Result.map(result, ({ report }) => report),
      warnings: Result.isSuccess(result) ? result.success.warnings : []
    })
    yield* Effect.yieldNow
  }
  return read
})
