import { Result } from "effect"
import { quotas } from "../capacity/quotas.ts"
import { invalid, type ValidationFailed } from "../ValidationIssue.ts"
import { textHash } from "../values/textHash.ts"
import { anyInStock, noFields, type Product, type PutProduct } from "./Product.ts"
import { type ProductChange, productChanges } from "./productChanges.ts"
import { type StockLevel, withLevels } from "./productLevels.ts"

/** The stored state that a report is decided on. */
export interface ProductState {
  readonly product: Product | undefined
  /** The levels of the inventory items that the report and the product name, in any order. */
  readonly levels: ReadonlyArray<StockLevel>
  /** Products that the account may still create. */
  readonly room: number
}

/** The effect of a report. */
export interface ProductDecision {
  readonly created: boolean
  readonly changed: boolean
  readonly product: Product
  /** The variants that are in stock again or cheaper now; undefined if there are none. */
  readonly change: ProductChange | undefined
}

/**
 * Decides what a report does to its product (contract §19). The later report replaces it, so that reports may arrive in any order and repeated.
 * Fails where the account has no room for a new product. Pure.
 */
export const decideProduct = (
  now: number,
  report: PutProduct,
  { product: before, levels, room }: ProductState
): Result.Result<ProductDecision, ValidationFailed> => {
  const { at, rank } = orderOf(now, report, before)
  const isLater =
    before === undefined || at > before.changed_at || (at === before.changed_at && rank > before.changed_rank)
  if (!isLater) return Result.succeed({ created: false, changed: false, product: before, change: undefined })
  const isNew = report.fields !== null && (before === undefined || before.removed)
  if (isNew && room <= 0) return Result.fail(invalid("", quotas.products.message))
  const { account_id, product_id, source } = report
  const fields = report.fields ?? noFields
  const variants = withLevels(at, fields.variants, levels)
  const { restocked, price_drops, restocks } = productChanges(at, before, variants)
  const product: Product = {
    account_id,
    product_id,
    product_key: before?.product_key ?? report.new_product_key,
    source,
    removed: report.fields === null,
    ...fields,
    variants,
    in_stock: report.fields !== null && anyInStock(variants),
    restocks,
    changed_at: at,
    changed_rank: rank,
    created_at: before?.created_at ?? now,
    written_at: now
  }
  return Result.succeed({
    created: isNew,
    changed: true,
    product,
    change: changeOf(product, { happened_at: at, restocked, price_drops })
  })
}

/** Decides what later levels of its inventory items do to a product. Undefined where they change nothing. Pure. */
export const decideLevels = (
  now: number,
  at: number,
  before: Product,
  levels: ReadonlyArray<StockLevel>
): Pick<ProductDecision, "product" | "change"> | undefined => {
  const variants = withLevels(before.changed_at, before.variants, levels)
  if (variants.every(({ stock }, index) => stock === before.variants[index]?.stock)) return undefined
  const { restocked, price_drops, restocks } = productChanges(at, before, variants)
  const product = { ...before, variants, in_stock: anyInStock(variants), restocks, written_at: now }
  return { product, change: changeOf(product, { happened_at: at, restocked, price_drops }) }
}

const changeOf = (
  { account_id, product_id, written_at }: Product,
  change: Pick<ProductChange, "happened_at" | "restocked" | "price_drops">
): ProductChange | undefined =>
  change.restocked.length + change.price_drops.length === 0
    ? undefined
    : { account_id, product_id, written_at, ...change }

// Reports of one moment: a removal wins, then by content. One without a time of its own is later than all before it.
const orderOf = (now: number, { at, source, fields }: PutProduct, before: Product | undefined) => {
  const rank = `${fields === null ? 1 : 0}.${textHash(JSON.stringify([source, fields]))}`
  if (at !== null) return { at, rank }
  return { at: before === undefined || now > before.changed_at ? now : before.changed_at + 1, rank }
}
