/** Which products a template asks for (contract §18). */
export const productKinds = ["best_sellers", "new", "recently_viewed", "in_cart", "bought_together"] as const
export type ProductKind = (typeof productKinds)[number]

/** The most products of a kind that a message may show. */
export const maxProducts = 12

/** The products to choose from, by their ids. */
export interface Candidates {
  readonly kind: ProductKind
  /** Those of the kind, the best first. */
  readonly candidates: ReadonlyArray<string>
  /** The products that fill the list up, the best first. */
  readonly bestSellers: ReadonlyArray<string>
  /** Whether the shop sells the product and has it in stock. */
  readonly isOffered: (product_id: string) => boolean
  /** Whether the person bought the product lately, or the list was made from it. */
  readonly isOwned: (product_id: string) => boolean
  readonly most: number
}

/** A product of a list, with the kind that it is of: `best_sellers` for one that fills the list up. */
export interface ChosenProduct {
  readonly product_id: string
  readonly kind: ProductKind
}

/**
 * Chooses the products of a message: those of the kind in their order, filled up with best sellers, each once, none that is out of stock or that
 * the person has, at most as many as wanted. Pure.
 */
export const chooseProducts = (wanted: Candidates): ReadonlyArray<ChosenProduct> => {
  const { kind, candidates, bestSellers, isOffered, isOwned, most } = wanted
  const chosen = new Map<string, ChosenProduct>()
  const add = (product_ids: ReadonlyArray<string>, as: ProductKind): void => {
    for (const product_id of product_ids) {
      if (chosen.size >= most) return
      if (chosen.has(product_id) || !isOffered(product_id) || isOwned(product_id)) continue
      chosen.set(product_id, { product_id, kind: as })
    }
  }
  add(candidates, kind)
  add(bestSellers, "best_sellers")
  return [...chosen.values()]
}

/** Lists in turn: the first of each, then the second of each. Pure. */
export const inTurn = (lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}
