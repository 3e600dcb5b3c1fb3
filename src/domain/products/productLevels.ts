import type { Variant } from "./Product.ts"

/** The pieces of an inventory item that a platform counts at one location. `at` is milliseconds. */
export interface StockLevel {
  readonly account_id: string
  readonly item_id: string
  readonly location_id: string
  readonly available: number
  readonly at: number
}

/** Whether the first report of a level is later than the other; of one moment, the lower one is. Pure. */
export const isLaterLevel = (level: StockLevel, other: StockLevel | undefined): boolean =>
  other === undefined || level.at > other.at || (level.at === other.at && level.available < other.available)

/**
 * The variants with their stock as it is known: the sum of the levels where one of them is later than the report of the product, which was at `at`,
 * else as the product's report says. A variant that is not counted stays so. Pure.
 */
export const withLevels = (
  at: number,
  variants: ReadonlyArray<Variant>,
  levels: ReadonlyArray<StockLevel>
): ReadonlyArray<Variant> => {
  if (levels.length === 0) return variants
  const byItem = Map.groupBy(levels, ({ item_id }) => item_id)
  return variants.map((variant) => {
    const { inventory_item_id, reported_stock } = variant
    const known = inventory_item_id === null ? [] : (byItem.get(inventory_item_id) ?? [])
    if (reported_stock === null || !known.some((level) => level.at > at)) return { ...variant, stock: reported_stock }
    const sum = known.reduce((total, { available }) => total + available, 0)
    return { ...variant, stock: Number.isSafeInteger(sum) ? sum : reported_stock }
  })
}
