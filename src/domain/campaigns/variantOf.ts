/**
 * The variant of a contact by its place among 10,000, of which the holdout has the first: the others share the variants evenly. A contact of
 * the holdout has the first. Pure.
 */
export const variantOf = (bucket: number, holdout_percent: number, variants: number): number => {
  const held = holdout_percent * 100
  return bucket < held ? 0 : Math.min(variants - 1, Math.floor(((bucket - held) * variants) / (10_000 - held)))
}
