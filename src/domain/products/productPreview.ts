import type { ProductDecision } from "./decideProduct.ts"

/** A decision in words and data. Pure. */
export const productPreview = ({ created, changed, product, change }: ProductDecision) => ({
  summary: [
    changed
      ? `Product ${product.product_id} would be ${created ? "created" : "replaced"}.`
      : `Product ${product.product_id} would stay as it is: the call is not later than what is stored.`,
    ...(change?.restocked ?? []).map((id) => `Variant ${id} would be back in stock.`),
    ...(change?.price_drops ?? []).map(
      ({ variant_id, from, to }) => `The price of variant ${variant_id} would fall from ${from} to ${to}.`
    )
  ],
  created,
  changed,
  restocked: change?.restocked ?? [],
  price_drops: change?.price_drops ?? []
})
