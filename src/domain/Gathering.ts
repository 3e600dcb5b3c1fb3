/**
 * What a queue remembers of late: how many callers came together at most, how long runs took, and when the last one began.
 * Times are in milliseconds.
 */
export interface Gathering {
  readonly callers: number
  readonly took: number
  readonly began: number
}

/** Nobody has called yet. */
export const nobody: Gathering = { callers: 1, took: 0, began: Number.NEGATIVE_INFINITY }

// Of callers who stay away half are forgotten after 35 runs, so that the others don't wait long in vain.
const kept = 0.98
// What more of them would save is little.
const enough = 16
// Runs then take a fifth of a queue's time, whatever the machine: less often would save little, more often costs what calls need.
const runsWaited = 4

/** So many calls leave in one run that begins at `now`. */
export const leave = ({ callers, took }: Gathering, calls: number, now: number): Gathering => ({
  callers: Math.max(calls, callers * kept),
  took,
  began: now
})

/** A run is over after so many milliseconds. */
export const end = (gathering: Gathering, after: number): Gathering => ({
  ...gathering,
  took: gathering.took === 0 ? after : 0.9 * gathering.took + 0.1 * after
})

/**
 * How many milliseconds those `waiting` wait for others: until all are there who came together of late, or the time of four
 * runs, `linger` at most, has passed since the last one began. Who calls alone waits for nobody.
 */
export const patience = (linger: number, { callers, took, began }: Gathering, waiting: number, now: number): number =>
  waiting >= Math.min(Math.round(callers), enough) ? 0 : Math.max(0, began + Math.min(linger, runsWaited * took) - now)
