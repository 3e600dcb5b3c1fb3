/** The recent history of a queue's runs. Times are in milliseconds. */
export interface LingerState {
  /** Concurrent callers: the recent maximum, which decays. */
  readonly callers: number
  /** Duration of the fastest recent run; 0 before the first. */
  readonly fastest: number
  readonly lastStart: number
}

export const initialLinger: LingerState = { callers: 1, fastest: 0, lastStart: Number.NEGATIVE_INFINITY }

// The maximum halves with each run: kept for longer, one moment of many callers would delay all later ones.
const callersDecay = 0.5
// Use the fastest recent run: slow runs would lengthen the next wait and feed on themselves. It grows by a fiftieth a run.
const fastestGrowth = 1.02
// Below 4 callers, lingering costs more than it saves; above 16 it adds little.
const minCallers = 4
const enoughCallers = 16
// Waits up to three fast runs: fewer save little, more cost callers time.
const maxRuns = 3

/** A run of calls from `callers` different callers starts at `now`. */
export const onRunStart = (state: LingerState, callers: number, now: number): LingerState => ({
  callers: Math.max(callers, state.callers * callersDecay),
  fastest: state.fastest,
  lastStart: now
})

/** A run ends after `duration`. */
export const onRunEnd = (state: LingerState, duration: number): LingerState => ({
  ...state,
  fastest: state.fastest === 0 ? duration : Math.min(duration, fastestGrowth * state.fastest)
})

/**
 * Milliseconds that `waiting` callers wait for others to share their run: until as many wait as recently came together, but at most
 * `maxLinger` or three fast runs after the last run started. 0 while fewer than four callers come together.
 */
export const lingerFor = (
  maxLinger: number,
  { callers, fastest, lastStart }: LingerState,
  waiting: number,
  now: number
): number =>
  callers < minCallers || waiting >= Math.min(Math.round(callers), enoughCallers)
    ? 0
    : Math.max(0, lastStart + Math.min(maxLinger, maxRuns * fastest) - now)
