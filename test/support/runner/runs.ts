import { randomInt } from "node:crypto"

const full = process.env["FAULTS"] === "full"
const broken = ["TALLY_MAIN", "TALLY_EDITS"].some((name) => process.env[name] !== undefined)

/** Whether what costs much, and is seen in little elsewhere, is tried too: in `npm run faults`, and on a build that is broken on purpose. */
export const isThorough = full || broken

/** How often an issue is tried: a few times in every test run, often in `npm run faults`. */
export const quickOrFull = (few: number, many: number): number => (full ? many : few)

/** The same for what one try may not meet: a build that is broken on purpose is tried so many times as often. */
export const repetitions = (few: number, many: number, times = 3): number =>
  quickOrFull(broken ? Math.min(times * few, many) : few, many)

/**
 * What a time may be: its bar where issues or mutants are run by themselves. A run of all tests shares the machine, which may
 * hold up any of them for seconds; there four times as much still tells what comes from what does not.
 */
export const timeLimit = (bar: number): number => (full || broken ? bar : 4 * bar)

/** What random choices of a run come from; `FAULTS_SEED` makes the same ones again. */
export const randomSeed = Number(process.env["FAULTS_SEED"] ?? randomInt(1_000_000))

/** Numbers from 0 up to 1, the same for the same seed. */
export const seededRandom = (from = randomSeed): (() => number) => {
  let state = from >>> 0
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface RunReport {
  /** How often the issue was met, or the race run. */
  readonly runs: number
  /** The worst that was measured, and what it may be at most. */
  readonly worst?: { readonly value: number; readonly bar: number; readonly unit: string; readonly of: string }
  readonly more?: string
}

/** Prints what a run came to, in one line that `npm run faults` adds up. */
export const reportRun = (name: string, { runs, worst, more }: RunReport): void => {
  const figure =
    worst === undefined ? "" : `, worst ${worst.of} ${Math.round(worst.value)} of ${worst.bar} ${worst.unit}`
  console.log(`run: ${name}: ${runs} runs${figure}${more === undefined ? "" : `; ${more}`}`)
}
