/** Which account called last, and when it did, and when any other one last did. Times are in milliseconds. */
export interface Contention {
  readonly account: string
  readonly at: number
  readonly others: number
}

/** Nobody has called yet. */
export const noContention: Contention = { account: "", at: Number.NEGATIVE_INFINITY, others: Number.NEGATIVE_INFINITY }

/** An account calls. */
export const afterCall = (company: Contention, account: string, now: number): Contention => ({
  account,
  at: now,
  others: company.account === account ? company.others : company.at
})

// Who called as long ago may call again.
const remembered = 10_000
// Fewer cost an account much of what it gets done and spare the others little.
const besideOthers = 4

/** How many calls of an account may be at work at once: four while any other one calls, else as many as come. */
export const maxConcurrentWork = ({ account, at, others }: Contention, of: string, now: number): number =>
  now - (account === of ? others : at) < remembered ? besideOthers : Number.POSITIVE_INFINITY
