/** What a queue remembers of its callers: how many of late came together at most, and when, in milliseconds, the last run began. */
export interface Gathering {
  readonly callers: number
  readonly began: number
}

/** Nobody has called yet. */
export const nobody: Gathering = { callers: 1, began: Number.NEGATIVE_INFINITY }

// Of callers who stay away half are forgotten after 35 runs, so that the others don't wait long in vain.
const kept = 0.98
// What more of them would save is little.
const enough = 16

/** So many calls leave in one run that begins at `now`. */
export const leave = ({ callers }: Gathering, calls: number, now: number): Gathering => ({
  callers: Math.max(calls, callers * kept),
  began: now
})

/**
 * How many milliseconds those `waiting` wait for others: until all are there who came together of late, or `linger` has
 * passed since the last run began. Who calls alone waits for nobody.
 */
export const patience = (linger: number, { callers, began }: Gathering, waiting: number, now: number): number =>
  waiting >= Math.min(Math.round(callers), enough) ? 0 : Math.max(0, began + linger - now)
