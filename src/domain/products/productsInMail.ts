import { formatAmount } from "../orders/Currency.ts"
import { type ProductKind, productKinds } from "./chooseProducts.ts"

// Only tags and outputs ask for products; the text between them does not.
const markupOf = (source: string): string =>
  source
    .split(/\{[{%]/)
    .slice(1)
    .map((part) => part.split(/[%}]\}/, 1)[0])
    .join("\n")

/** The kinds of products that templates may show: of others nothing need be read. Pure. */
export const kindsNamed = (templates: ReadonlyArray<string | null>): ReadonlyArray<ProductKind> => {
  const markup = templates.map((source) => (source?.includes("products") === true ? markupOf(source) : ""))
  const asking = markup.filter((text) => text.includes("products"))
  return productKinds.filter((kind) => asking.some((text) => text.includes(kind)))
}

const day = 86_400_000
const notBoughtFor = /\{%-?\s{0,9}assign\s{1,9}not_bought_for\s{0,9}=\s{0,9}(\d{1,3})(?!\d)/

/**
 * Milliseconds for which a person is not shown what they bought: 30 days, or as many as the templates assign to `not_bought_for`, at most 365. It is
 * read before they are rendered, so that only a number counts. Pure.
 */
export const boughtWithin = (templates: ReadonlyArray<string | null>): number => {
  const [days = 30] = templates.flatMap((source) => {
    const [, digits] = notBoughtFor.exec(source ?? "") ?? []
    return digits === undefined ? [] : [Math.min(365, Number(digits))]
  })
  return days * day
}

/** The members of a product that templates show, and its variants in their order. Amounts are decimal text. */
export interface OfferedProduct {
  readonly product_id: string
  readonly title: string | null
  readonly url: string | null
  readonly image_url: string | null
  readonly vendor: string | null
  readonly variants: ReadonlyArray<OfferedVariant>
}

export interface OfferedVariant {
  readonly price: string | null
  readonly compare_at_price: string | null
  readonly currency: string | null
  readonly stock: number | null
}

/** A product as templates have it. `price` and `compare_at_price` are numbers, null where none is known. */
export type TemplateProduct = Readonly<Record<string, string | number | null>>

/** The products of a message by kind. */
export type TemplateProducts = Readonly<Partial<Record<ProductKind, ReadonlyArray<TemplateProduct>>>>

export const numberOf = (amount: string | null): number | null => (amount === null ? null : Number(amount))

/** A product in a template: at the price of its cheapest variant in stock. Pure. */
export const templateProduct = (product: OfferedProduct, kind: ProductKind): TemplateProduct => {
  const { product_id, title, url, image_url, vendor, variants } = product
  const priced = variants.filter(({ price, stock }) => price !== null && (stock === null || stock > 0))
  const [cheapest = { price: null, compare_at_price: null, currency: null }] = priced.toSorted(
    (one, other) => Number(one.price) - Number(other.price)
  )
  const { price, compare_at_price, currency } = cheapest
  const amountOf = (amount: string | null) => (amount === null ? null : formatAmount(amount, currency ?? ""))
  return {
    id: product_id,
    title,
    url,
    image_url,
    vendor,
    price: numberOf(price),
    price_amount: amountOf(price),
    compare_at_price: numberOf(compare_at_price),
    compare_at_amount: amountOf(compare_at_price),
    currency,
    kind
  }
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** The member of a value that may be no object. Pure. */
export const memberOf = (value: unknown, name: string): unknown =>
  isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** The ids of the products in the `line_items` of an order or a cart, each once, at most `most`. Pure. */
export const productIdsOf = (holder: unknown, most: number): ReadonlyArray<string> => {
  const items = memberOf(holder, "line_items")
  const ids = new Set<string>()
  for (const item of Array.isArray(items) ? items : []) {
    if (ids.size >= most) break
    const id = memberOf(item, "product_id")
    if (typeof id === "number" || typeof id === "string") ids.add(String(id))
  }
  return [...ids]
}

/** The addresses of products: the business's own, as if they stood in the template. Pure. */
export const addressesOf = (products: TemplateProducts): ReadonlyArray<string> =>
  Object.values(products).flatMap((list) => list.flatMap(({ url }) => (typeof url === "string" ? [url] : [])))
