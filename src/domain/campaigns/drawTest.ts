/** How many of the first `recipients` a test takes: its share, and at least one for each variant. */
const taken = (recipients: number, percent: number, variants: number): number =>
  Math.min(recipients, Math.max(variants, Math.ceil((recipients * percent) / 100)))

/**
 * Draws the recipients of a test, whose parts are equal to one: they take turns in the order of their places, which are a hash. `drawn`:
 * recipients of earlier parts of the audience. Gives the variant of each that is taken, and the recipients drawn by now. Pure.
 */
export const drawTest = (
  recipients: ReadonlyArray<{ readonly contact_id: string; readonly bucket: number }>,
  { percent, variants, drawn }: { readonly percent: number; readonly variants: number; readonly drawn: number }
): { readonly variantOf: ReadonlyMap<string, number>; readonly drawn: number } => {
  const ordered = recipients.toSorted(
    (one, other) => one.bucket - other.bucket || (one.contact_id < other.contact_id ? -1 : 1)
  )
  const variantOf = new Map<string, number>()
  for (const [at, { contact_id }] of ordered.entries()) {
    const before = taken(drawn + at, percent, variants)
    if (taken(drawn + at + 1, percent, variants) > before) variantOf.set(contact_id, before % variants)
  }
  return { variantOf, drawn: drawn + ordered.length }
}
