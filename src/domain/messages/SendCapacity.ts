/** How many more sends may start: `available` in all, and at most `perAccount` of one account, less its `inFlight` sends. */
export interface SendCapacity {
  readonly available: number
  readonly perAccount: number
  /** Sends under way, by account id. */
  readonly inFlight: ReadonlyMap<string, number>
}
