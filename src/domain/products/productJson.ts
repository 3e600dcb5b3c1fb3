import { formatTime } from "../values/Time.ts"
import { compareSum } from "../values/sumDecimals.ts"
import type { Product, Variant } from "./Product.ts"

const numberOf = (decimal: string | null) => (decimal === null ? null : JSON.rawJSON(decimal))

const variantJson = ({ id, sku, title, price, compare_at_price, currency, stock, image_url }: Variant) => ({
  id,
  sku,
  title,
  price: numberOf(price),
  compare_at_price: numberOf(compare_at_price),
  currency,
  stock,
  image_url
})

/** The product of a response as JSON text, exact to the digit (contract §19). */
export const productJson = (product: Product): string =>
  JSON.stringify({
    id: product.product_id,
    source: product.source,
    removed: product.removed,
    title: product.title,
    url: product.url,
    image_url: product.image_url,
    description: product.description,
    vendor: product.vendor,
    product_type: product.product_type,
    tags: product.tags,
    published: product.published,
    in_stock: product.in_stock,
    variants: product.variants.map(variantJson),
    updated_at: formatTime(product.changed_at),
    created_at: formatTime(product.created_at)
  })

/** The figures of variants in a list: prices of the first currency, and the pieces of all; null where one is not counted. Pure. */
export const variantFigures = (variants: ReadonlyArray<Variant>) => {
  const currency = variants.find(({ price }) => price !== null)?.currency ?? null
  const prices = variants.flatMap((variant) => (variant.currency === currency ? (variant.price ?? []) : []))
  const ordered = prices.toSorted((one, other) => compareSum([one], other))
  const stocks = variants.map(({ stock }) => stock)
  return {
    variant_count: variants.length,
    currency,
    price_from: ordered[0] ?? null,
    price_to: ordered.at(-1) ?? null,
    stock:
      stocks.length === 0 || stocks.includes(null) ? null : stocks.reduce((sum: number, stock) => sum + (stock ?? 0), 0)
  }
}
