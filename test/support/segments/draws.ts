/** Values drawn evenly, always the same for a seed. */
export interface Draws {
  readonly pick: <const A>(from: ReadonlyArray<A>) => A
  /** None to `max` elements. */
  readonly list: <A>(max: number, make: () => A) => ReadonlyArray<A>
}

/** A linear congruential generator with the constants of Numerical Recipes; the upper bits are used. */
export const drawsOf = (seed: number): Draws => {
  let state = (seed * 2_654_435_761) % 2 ** 32
  const below = (max: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * max)
  }
  const pick = <const A>(from: ReadonlyArray<A>): A => {
    const picked = from[below(from.length)]
    // A list may contain undefined; an empty one has nothing to pick.
    if (picked === undefined) throw new Error("Nothing to pick from")
    return picked
  }
  return { pick, list: (max, make) => Array.from({ length: below(max + 1) }, make) }
}
