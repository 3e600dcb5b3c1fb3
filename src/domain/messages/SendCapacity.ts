/** How many more sends may start: `available` in all, and at most `perAccount` of one account, less its `inFlight` sends. */
export interface SendCapacity {
  readonly available: number
  readonly perAccount: number
  /** Sends under way, by account id. */
  readonly inFlight: ReadonlyMap<string, number>
}

/** The capacity for messages. */
export interface MessageCapacity extends SendCapacity {
  /** The most through the process's provider, which accounts without a mail server of their own use; absent: any number. */
  readonly shared?: number
}

/** The capacity with at most `counts` more sends of the accounts that it names. */
export const limitAccounts = <Capacity extends SendCapacity>(
  capacity: Capacity,
  counts: ReadonlyMap<string, number>
): Capacity => {
  if (counts.size === 0) return capacity
  const limited = Array.from(counts, ([account_id, count]): readonly [string, number] => [
    account_id,
    Math.max(capacity.inFlight.get(account_id) ?? 0, capacity.perAccount - count)
  ])
  return { ...capacity, inFlight: new Map([...capacity.inFlight, ...limited]) }
}
