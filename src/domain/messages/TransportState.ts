import { Schema } from "effect"
import { admittedBy, type CircuitBreaker, closedBreaker, onFailure, onSuccess } from "./CircuitBreaker.ts"
import { admittedAt, fullRate, isFullRate, onSlowDown, onStarts, type SendRate } from "./SendRate.ts"

/** The provider's state by the answer to one send, whatever became of the message. A `slow` provider asked for fewer messages. */
export const TransportSignal = Schema.Literals(["works", "slow", "down"])
export type TransportSignal = typeof TransportSignal.Type

/** The maximum connections, and messages a second; undefined is no limit. */
export interface TransportLimits {
  readonly connections: number
  readonly perSecond: number | undefined
}

/** The sends of this process to a mail server or SMS provider: under way, their rate, and the failures in a row. */
export interface Provider {
  readonly inFlight: number
  readonly rate: SendRate
  readonly breaker: CircuitBreaker
}

export const idleTransport: Provider = { inFlight: 0, rate: fullRate, breaker: closedBreaker }

/** How many sends through the provider may start at `now`. Pure. */
export const admitted = (provider: Provider, limits: TransportLimits, now: number): number =>
  Math.max(
    0,
    Math.min(
      limits.connections - provider.inFlight,
      admittedAt(provider.rate, limits.perSecond, now),
      admittedBy(provider.breaker, provider.inFlight, now)
    )
  )

/** The provider after `count` sends started. */
export const startSends = (provider: Provider, count: number, now: number): Provider => ({
  ...provider,
  inFlight: provider.inFlight + count,
  rate: onStarts(provider.rate, count, now)
})

/** The provider after one send ended. `signal` is null when the provider was not called. Pure. */
export const endSend = (
  { inFlight, rate, breaker }: Provider,
  signal: TransportSignal | null,
  limits: TransportLimits,
  now: number
): Provider => ({
  inFlight: inFlight - 1,
  rate:
    signal === "slow"
      ? onSlowDown(rate, Math.min(limits.connections, limits.perSecond ?? limits.connections), now)
      : rate,
  breaker: signal === null ? breaker : signal === "works" ? onSuccess() : onFailure(breaker, now)
})

/** Whether forgetting the provider changes nothing at `now`. Pure. */
export const isForgettable = ({ inFlight, rate, breaker }: Provider, now: number): boolean =>
  inFlight === 0 && breaker.failures === 0 && isFullRate(rate, now)
