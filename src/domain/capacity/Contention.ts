/** The last call, and when an account other than its account last called. Times are in milliseconds. */
export interface Contention {
  readonly lastAccount: string
  readonly lastAt: number
  readonly lastOtherAt: number
}

export const noContention: Contention = {
  lastAccount: "",
  lastAt: Number.NEGATIVE_INFINITY,
  lastOtherAt: Number.NEGATIVE_INFINITY
}

/** An account calls at `now`. */
export const afterCall = (contention: Contention, account: string, now: number): Contention => ({
  lastAccount: account,
  lastAt: now,
  lastOtherAt: contention.lastAccount === account ? contention.lastOtherAt : contention.lastAt
})

/** Milliseconds after its last call for which an account counts as calling. */
const activeFor = 10_000
/** Below 4 slots an account loses throughput for little gain to others. */
const slotsUnderContention = 4

/** Calls of `account` that may be at work at once: four while any other account calls, else unlimited. */
export const maxConcurrentWork = (
  { lastAccount, lastAt, lastOtherAt }: Contention,
  account: string,
  now: number
): number =>
  now - (lastAccount === account ? lastOtherAt : lastAt) < activeFor ? slotsUnderContention : Number.POSITIVE_INFINITY
