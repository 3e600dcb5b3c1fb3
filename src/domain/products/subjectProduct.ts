import { formatAmount } from "../orders/Currency.ts"
import { memberOf, numberOf, type OfferedVariant } from "./productsInMail.ts"

/** The product that a run or message is about, with the variant that matters; null for any. `old_price`: decimal text, the price before it fell. */
export interface ProductRef {
  readonly product_id: string
  readonly variant_id: string | null
  readonly old_price: string | null
}

/** A product by what is stored of it now: its fields are null and its variants missing where it is not kept. */
export interface SubjectProduct {
  readonly id: string
  readonly variant_id: string | null
  readonly old_price: string | null
  readonly title: string | null
  readonly url: string | null
  readonly image_url: string | null
  readonly vendor: string | null
  readonly product_type: string | null
  readonly variants: ReadonlyArray<SubjectVariant> | null
}

export interface SubjectVariant extends OfferedVariant {
  readonly id: string
  readonly sku: string | null
  readonly title: string | null
  readonly image_url: string | null
}

const priceOf = ({ price }: OfferedVariant) => (price === null ? Infinity : Number(price))

const isOut = ({ stock }: OfferedVariant) => stock !== null && stock <= 0

/** The variant that the message is about: the named one, else the cheapest, those in stock first. */
const variantOf = ({ variant_id, variants }: SubjectProduct): SubjectVariant | undefined =>
  (variants ?? []).find(({ id }) => id === variant_id) ??
  (variants ?? []).toSorted(
    (one, other) => Number(isOut(one)) - Number(isOut(other)) || priceOf(one) - priceOf(other)
  )[0]

/** A product as templates have it in `product`. Prices are numbers, and the amounts text with the digits of the currency. Pure. */
export const templateSubject = (product: SubjectProduct) => {
  const { id, variant_id, old_price, title, url, vendor, product_type } = product
  const shown = variantOf(product)
  const { price = null, compare_at_price = null, currency = null } = shown ?? {}
  const amountOf = (amount: string | null) => (amount === null ? null : formatAmount(amount, currency ?? ""))
  const named = shown?.id === variant_id ? shown : undefined
  return {
    id,
    title,
    url,
    image_url: shown?.image_url ?? product.image_url,
    vendor,
    product_type,
    price: numberOf(price),
    price_amount: amountOf(price),
    old_price: numberOf(old_price),
    old_price_amount: amountOf(old_price),
    compare_at_price: numberOf(compare_at_price),
    compare_at_amount: amountOf(compare_at_price),
    currency,
    variant: named === undefined ? null : { id: named.id, title: named.title, sku: named.sku }
  }
}

/** The address of the product that a message is about: the business's own, as if it stood in the template. Pure. */
export const subjectAddress = (product: unknown): ReadonlyArray<string> => {
  const url = memberOf(product, "url")
  return typeof url === "string" ? [url] : []
}

/** The product of a preview: one without an earlier price is shown as if it had been cheaper since. Pure. */
export const previewSubject = (product: SubjectProduct): SubjectProduct => {
  const { compare_at_price = null, price = null } = variantOf(product) ?? {}
  return { ...product, old_price: product.old_price ?? compare_at_price ?? price }
}
