/**
 * Some come through at once, `ahead` worth of time, then one each `every`; nobody waits longer than `most`. In milliseconds;
 * `every` is a fifth of `most` at the longest.
 */
export interface Pace {
  readonly every: number
  readonly ahead: number
  readonly most: number
}

// In the last fifth of the longest wait those who come stand closer and closer, so that they still leave one after another: those
// who come again and again leave apart up to some 130 of them, and more come apart slowly.
const closer = 0.2

/** How long somebody waits who comes at `now`, when the one before left `due` behind; and the `due` that they leave. */
export const pace = (
  { every, ahead, most }: Pace,
  due: number,
  now: number
): { readonly wait: number; readonly due: number } => {
  // A clock set back holds nobody for as long.
  const own = Math.min(Math.max(due, now), now + ahead + most)
  const wait = Math.max(own - now - ahead, 0)
  return { wait, due: own + every * Math.min(1, (most - wait) / (most * closer)) }
}
