import { Schema } from "effect"
import { compareSum } from "../values/sumDecimals.ts"
import { isInStock, type Product, type Variant } from "./Product.ts"

/** Variants that came back, and variants whose price fell, at one moment. Times in milliseconds. */
export interface ProductChange {
  readonly account_id: string
  readonly product_id: string
  readonly happened_at: number
  /** Ids of variants. */
  readonly restocked: ReadonlyArray<string>
  readonly price_drops: ReadonlyArray<PriceDrop>
  readonly written_at: number
}

/** Amounts are decimal text. */
export const PriceDrop = Schema.Struct({
  variant_id: Schema.String,
  from: Schema.String,
  to: Schema.String,
  currency: Schema.NullOr(Schema.String)
})
export type PriceDrop = typeof PriceDrop.Type

/** Milliseconds: a variant that comes back again within this time of its last return was not away. */
export const flapTime = 10 * 60_000

interface Changed {
  readonly restocked: ReadonlyArray<string>
  readonly price_drops: ReadonlyArray<PriceDrop>
  /** The memory of returns that the product keeps. */
  readonly restocks: Product["restocks"]
}

/**
 * Tells what came back and what became cheaper between two states of a product's variants, at `at`. A variant that the state before does not have is
 * neither. A return within ten minutes of the last one is the same return. Pure.
 */
export const productChanges = (
  at: number,
  before: Pick<Product, "variants" | "restocks"> | undefined,
  after: ReadonlyArray<Variant>
): Changed => {
  const variants = new Map(before?.variants.map((variant) => [variant.id, variant]))
  const last = new Map(Object.entries(before?.restocks ?? {}).filter(([, time]) => at - time < flapTime))
  const restocks = new Map(last)
  const restocked: Array<string> = []
  const price_drops: Array<PriceDrop> = []
  for (const variant of after) {
    const old = variants.get(variant.id)
    if (old === undefined) continue
    if (!isInStock(old) && isInStock(variant)) {
      if (!last.has(variant.id)) restocked.push(variant.id)
      restocks.set(variant.id, at)
    }
    const drop = dropOf(old, variant)
    if (drop !== undefined) price_drops.push(drop)
  }
  return { restocked, price_drops, restocks: Object.fromEntries(restocks) }
}

const dropOf = (before: Variant, { id, price, currency }: Variant): PriceDrop | undefined =>
  before.price !== null && price !== null && before.currency === currency && compareSum([price], before.price) < 0
    ? { variant_id: id, from: before.price, to: price, currency }
    : undefined
