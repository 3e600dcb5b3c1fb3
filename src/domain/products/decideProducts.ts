import { Result } from "effect"
import type { ValidationFailed } from "../ValidationIssue.ts"
import { decideProduct, type ProductDecision } from "./decideProduct.ts"
import type { Product, PutProduct } from "./Product.ts"
import type { ProductChange } from "./productChanges.ts"
import type { StockLevel } from "./productLevels.ts"

/** The stored state that a batch of reports of one account is decided on. */
export interface ProductSnapshot {
  readonly products: ReadonlyArray<Product>
  /** The levels of all inventory items that reports and products name. */
  readonly levels: ReadonlyArray<StockLevel>
  /** Products that the account may still create. */
  readonly room: number
}

/** The effect of a batch: a result for each report, and the last state of every row that changes. */
export interface ProductBatch {
  readonly results: ReadonlyArray<Result.Result<ProductDecision, ValidationFailed>>
  readonly products: ReadonlyArray<Product>
  readonly changes: ReadonlyArray<ProductChange>
}

/** Folds `decideProduct` over the reports in order: each is decided on the state that the reports before it leave. Pure. */
export const decideProducts = (
  now: number,
  reports: ReadonlyArray<PutProduct>,
  snapshot: ProductSnapshot
): ProductBatch => {
  const products = new Map(snapshot.products.map((product) => [product.product_id, product]))
  const levels = Map.groupBy(snapshot.levels, ({ item_id }) => item_id)
  const changed = new Map<string, Product>()
  const changes = new Map<string, ProductChange>()
  let { room } = snapshot
  const results = reports.map((report) => {
    const product = products.get(report.product_id)
    const items = new Set(report.fields?.variants.flatMap(({ inventory_item_id }) => inventory_item_id ?? []))
    const own = [...items].flatMap((item) => levels.get(item) ?? [])
    const result = decideProduct(now, report, { product, levels: own, room })
    if (Result.isSuccess(result) && result.success.changed) {
      const { product: after, change, created } = result.success
      if (created) room--
      else if (after.removed && product?.removed === false) room++
      products.set(after.product_id, after)
      changed.set(after.product_id, after)
      if (change !== undefined) changes.set(keyOf(change), bothOf(changes.get(keyOf(change)), change))
    }
    return result
  })
  return { results, products: [...changed.values()], changes: [...changes.values()] }
}

const keyOf = ({ product_id, happened_at }: ProductChange) => `${product_id}|${happened_at}`

// Changes of one moment, as the store joins them.
const bothOf = (first: ProductChange | undefined, second: ProductChange): ProductChange => ({
  ...second,
  ...(first === undefined || first.restocked.length === 0 ? {} : { restocked: first.restocked }),
  ...(first === undefined || first.price_drops.length === 0 ? {} : { price_drops: first.price_drops })
})
