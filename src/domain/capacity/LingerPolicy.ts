/**
 * What a queue remembers of late: how many callers came together at most, how long its quickest runs took, and when the last began.
 * Times are in milliseconds.
 */
export interface LingerState {
  readonly callers: number
  readonly took: number
  readonly began: number
}

/** Nobody has called yet. */
export const initialLinger: LingerState = { callers: 1, took: 0, began: Number.NEGATIVE_INFINITY }

// Of callers who stay away half are forgotten with each run: kept for long, a moment in which many met made all later ones wait.
const kept = 0.5
// Runs that took longer are not what there is to save: they had more calls, or met other work, and waiting for as long as they
// took would make the next ones longer still. Quick ones are forgotten by a fiftieth a run.
const slower = 1.02
// What fewer save by waiting is less than they lose, and what more save is little.
const few = 4
const enough = 16
// Quick runs that few wait for then take a third of the time: less would save little, more costs what calls need.
const runsWaited = 3

/** Calls of so many callers leave in one run that begins at `now`. */
export const onRunStart = ({ callers, took }: LingerState, together: number, now: number): LingerState => ({
  callers: Math.max(together, callers * kept),
  took,
  began: now
})

/** A run is over after so many milliseconds. */
export const onRunEnd = (gathering: LingerState, after: number): LingerState => ({
  ...gathering,
  took: gathering.took === 0 ? after : Math.min(after, slower * gathering.took)
})

/**
 * How many milliseconds so many `waiting` callers wait for others: until all are there who came together of late, or the time of
 * three quick runs, `linger` at most, has passed since the last one began. Where fewer than four come together nobody waits.
 */
export const lingerFor = (
  linger: number,
  { callers, took, began }: LingerState,
  waiting: number,
  now: number
): number =>
  callers < few || waiting >= Math.min(Math.round(callers), enough)
    ? 0
    : Math.max(0, began + Math.min(linger, runsWaited * took) - now)
