/** The longest name that is compared. Longer ones are no typing errors of a name of ours. */
const maxLength = 64

/** The most single-letter errors of a name: one in four letters, and two in all. */
const maxErrors = (name: string): number => Math.min(2, Math.floor(name.length / 4))

/**
 * The letters that are missing, superfluous, wrong or swapped with the next between two texts (optimal string alignment). At most `maxLength` squared
 * steps.
 */
const errorsBetween = (one: string, other: string): number => {
  let before: ReadonlyArray<number> = []
  let previous: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1]
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      current.push(
        Math.min(
          (previous[at] ?? 0) + 1,
          (current[at - 1] ?? 0) + 1,
          (previous[at - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
        )
      )
    }
    before = previous
    previous = current
  }
  return previous[other.length] ?? 0
}

/** The name that was probably meant: the first of those with the fewest typing errors; undefined if all have too many. Pure. */
export const nearestName = (typed: string, names: ReadonlyArray<string>): string | undefined => {
  if (typed.length > maxLength) return undefined
  let nearest: { readonly name: string; readonly errors: number } | undefined
  const lowered = typed.toLowerCase()
  for (const name of names) {
    const most = Math.min(maxErrors(name), (nearest?.errors ?? Number.POSITIVE_INFINITY) - 1)
    if (Math.abs(name.length - typed.length) > most) continue
    const errors = errorsBetween(lowered, name.toLowerCase())
    if (errors <= most) nearest = { name, errors }
  }
  return nearest?.name
}
