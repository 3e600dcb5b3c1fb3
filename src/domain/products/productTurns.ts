import type { MessageReason } from "../reasons.ts"
import { isInStock, type Product, type Variant } from "./Product.ts"
import { flapTime, type PriceDrop } from "./productChanges.ts"
import { dropsFor, isEnough, type PriceRule, type ProductRule, type RestockRule } from "./productTriggers.ts"

/** A contact whom a flow is about to start for, because of a change of a product. Times in milliseconds. */
export interface ProductTurn {
  readonly product_id: string
  readonly contact_id: string
  /** The variant that matters; null for any. */
  readonly variant_id: string | null
  /** The price before it fell, as decimal text; null in a restocking. */
  readonly old_price: string | null
  /** Whether the contact asked to be told, instead of having had the product in a cart or viewed it. */
  readonly asked: boolean
  /** When the contact asked, viewed the product or changed the cart. */
  readonly since: number
  readonly happened_at: number
}

/** A change of a product that flows look at, and the ids of all variants that it has now. */
export interface SeenChange {
  readonly product_id: string
  readonly happened_at: number
  readonly restocked: ReadonlyArray<string> | null
  readonly price_drops: ReadonlyArray<PriceDrop> | null
  readonly known: ReadonlyArray<string>
}

/** What a flow tells of a product. */
export interface ToldChange {
  readonly product_id: string
  readonly happened_at: number
  readonly known: ReadonlyArray<string>
  /** The variants that it is about, and the prices before they fell; as many, or none in a restocking. */
  readonly variants: ReadonlyArray<string>
  readonly old_prices: ReadonlyArray<string>
  /** The variant for people who are after none of its own; null for any. */
  readonly usual: string | null
}

/** What a flow tells of changes: of each product once, by its last drop that is deep enough, or by all that came back. Pure. */
export const toldBy = (rule: ProductRule, changes: ReadonlyArray<SeenChange>): ReadonlyArray<ToldChange> => {
  const told = new Map<string, ToldChange>()
  for (const change of changes.toSorted((one, other) => one.happened_at - other.happened_at)) {
    const { product_id, happened_at, known } = change
    const drops = rule.type === "price_dropped" ? dropsFor(rule, change.price_drops ?? []) : []
    const back = rule.type === "back_in_stock" ? (change.restocked ?? []) : []
    if (drops.length + back.length === 0) continue
    const variants = [
      ...new Set([...back, ...drops.map(({ variant_id }) => variant_id), ...earlier(told.get(product_id), rule)])
    ]
    const usual = rule.type === "price_dropped" || variants.length === 1 ? (variants[0] ?? null) : null
    told.set(product_id, { product_id, happened_at, known, variants, old_prices: drops.map(({ from }) => from), usual })
  }
  return [...told.values()]
}

const earlier = (told: ToldChange | undefined, { type }: ProductRule): ReadonlyArray<string> =>
  type === "back_in_stock" ? (told?.variants ?? []) : []

/** What becomes of a turn. One that waits is decided again at `until`, in milliseconds. */
export type TurnDecision =
  | { readonly _tag: "start" }
  | { readonly _tag: "wait"; readonly until: number }
  | { readonly _tag: "drop"; readonly reason: MessageReason }

const drop = (reason: MessageReason): TurnDecision => ({ _tag: "drop", reason })

const start: TurnDecision = { _tag: "start" }

/** The members of a rule that decide on a turn. */
export type TurnRule = Pick<RestockRule, "type"> | Pick<PriceRule, "type" | "percent">

/** The members of a product that decide on a turn. */
export interface OfferedState extends Pick<Product, "removed" | "published" | "in_stock" | "restocks"> {
  readonly variants: ReadonlyArray<Pick<Variant, "id" | "price" | "stock">>
}

/** Why a product, or the named variant of it, cannot be bought; undefined if it can. Pure. */
export const whyNotBought = (
  product: OfferedState | undefined,
  variant_id: string | null
): MessageReason | undefined => {
  if (product === undefined || product.removed) return "the product is no longer kept"
  if (!product.published) return "the product is not published"
  const variant = product.variants.find(({ id }) => id === variant_id)
  const isThere = variant_id === null ? product.in_stock : variant !== undefined && isInStock(variant)
  return isThere ? undefined : outOfStock
}

/** The reason of a message about a product, or its variant, of which no piece is left. */
export const outOfStock = "the product is out of stock" satisfies MessageReason

/**
 * Decides on a turn that is due, by what is known of the product and the contact then (contract §18): nobody is told of what cannot be bought, of a price
 * that rose again, or of what lay in a cart before an order. A product that ran out waits for as long as its next return is the same restocking; after
 * that, whoever asked waits for the next one. Pure.
 */
export const decideTurn = (
  now: number,
  rule: TurnRule,
  turn: Pick<ProductTurn, "variant_id" | "old_price" | "asked" | "since" | "happened_at">,
  product: OfferedState | undefined,
  last_order_at: number | null
): TurnDecision => {
  const gone = whyNotBought(product, turn.variant_id)
  if (product === undefined || (gone !== undefined && gone !== outOfStock)) return drop(gone ?? outOfStock)
  if (!turn.asked && last_order_at !== null && last_order_at >= turn.since) return drop("the contact ordered since")
  if (rule.type === "price_dropped" && !isStillLow(rule, turn, product)) return drop("the price rose again")
  if (gone === undefined) return start
  if (rule.type === "price_dropped") return drop(gone)
  const until = Math.min(lastReturn(product, turn) + flapTime, now + flapTime)
  return until > now ? { _tag: "wait", until } : drop(gone)
}

const isStillLow = (
  rule: Pick<PriceRule, "percent">,
  { old_price, variant_id }: Pick<ProductTurn, "old_price" | "variant_id">,
  { variants }: OfferedState
): boolean => {
  const price = variants.find(({ id }) => id === variant_id)?.price ?? null
  return old_price !== null && price !== null && isEnough(rule, old_price, price)
}

const lastReturn = (
  { restocks }: OfferedState,
  { variant_id, happened_at }: Pick<ProductTurn, "variant_id" | "happened_at">
): number =>
  Object.entries(restocks).reduce(
    (latest, [id, at]) => (variant_id === null || id === variant_id ? Math.max(latest, at) : latest),
    happened_at
  )

/** The variants that can be bought: a wish for one of them, or for any, is met. Pure. */
export const variantsInStock = ({ variants }: Pick<Product, "variants">): ReadonlyArray<string> =>
  variants.filter(isInStock).map(({ id }) => id)
