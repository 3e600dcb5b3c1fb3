/**
 * A circuit breaker of one provider. `openUntil` is undefined while it is closed; from that time on, in milliseconds, one send at a time
 * may probe the provider.
 */
export interface CircuitBreaker {
  /** Failures since the last success. */
  readonly failures: number
  readonly openUntil: number | undefined
}

export const closedBreaker: CircuitBreaker = { failures: 0, openUntil: undefined }

const maxFailures = 5
const openDuration = 60_000

/** How many sends may start at `now` with `inFlight` under way: any number while closed, none while open, then one probe. */
export const admittedBy = ({ openUntil }: CircuitBreaker, inFlight: number, now: number): number => {
  if (openUntil === undefined) return Number.POSITIVE_INFINITY
  return now >= openUntil && inFlight === 0 ? 1 : 0
}

/** After a success the breaker is closed. */
export const onSuccess = (): CircuitBreaker => closedBreaker

/**
 * After five failures in a row the breaker is open for a minute, and after a probe's failure for another. Failures of sends that
 * were under way when it opened do not lengthen the minute. Pure.
 */
export const onFailure = ({ failures, openUntil }: CircuitBreaker, now: number): CircuitBreaker => {
  const isOpen = openUntil !== undefined && now < openUntil
  const opens = !isOpen && (openUntil !== undefined || failures + 1 >= maxFailures)
  return { failures: failures + 1, openUntil: opens ? now + openDuration : openUntil }
}
