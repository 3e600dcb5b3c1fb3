import { randomInt } from "node:crypto"

const full = process.env["FAULTS"] === "full"
const broken = ["TALLY_MAIN", "TALLY_EDITS"].some((name) => process.env[name] !== undefined)

/** Whether expensive variants run too: in `npm run faults`, and on mutants. */
export const isThorough = full || broken

/** A number by kind of run: `few` in every test run, `many` in `npm run faults`. */
export const quickOrFull = (few: number, many: number): number => (full ? many : few)

/** `quickOrFull` for rare outcomes: mutants run `times` as many repetitions as a test run. */
export const repetitions = (few: number, many: number, times = 3): number =>
  quickOrFull(broken ? Math.min(times * few, many) : few, many)

/** A time limit: `bar` in `npm run faults` and on mutants; in a test run, which shares the machine, one that only a hang exceeds. */
export const timeLimit = (bar: number): number => (full || broken ? bar : 12 * bar)

/** The seed of random choices; `FAULTS_SEED` repeats a run. */
export const randomSeed = Number(process.env["FAULTS_SEED"] ?? randomInt(1_000_000))

/** Random numbers in [0, 1), the same for the same seed. */
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
  /** How often the fault was injected, or the race run. */
  readonly runs: number
  /** The worst measurement, and its limit. */
  readonly worst?: { readonly value: number; readonly bar: number; readonly unit: string; readonly of: string }
  readonly more?: string
}

/** Prints the outcome in one line, which `npm run faults` adds up. */
export const reportRun = (name: string, { runs, worst, more }: RunReport): void => {
  const figure =
    worst === undefined ? "" : `, worst ${worst.of} ${Math.round(worst.value)} of ${worst.bar} ${worst.unit}`
  console.log(`run: ${name}: ${runs} runs${figure}${more === undefined ? "" : `; ${more}`}`)
}
