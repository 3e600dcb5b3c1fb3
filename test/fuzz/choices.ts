/** A source of random choices, the same for the same seed. */
export const choices = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number): number => Math.floor(next() * most)
  return {
    below,
    pick: <A>(from: ReadonlyArray<A>): A => {
      const found = from[below(from.length)]
      if (found === undefined) throw new Error("Nothing to pick from")
      return found
    },
    chance: (share: number): boolean => next() < share
  }
}
export type Choices = ReturnType<typeof choices>
