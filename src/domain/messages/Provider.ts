import { Schema } from "effect"
import { admittedBy, type CircuitBreaker, closedBreaker, onFailure, onSuccess } from "./CircuitBreaker.ts"
import { admittedAt, fullRate, isFullRate, onSlowDown, onStarts, type SendRate } from "./SendRate.ts"

/** What one send tells about its provider, not about its message. A provider that is `slow` asked for fewer messages. */
export const ProviderSignal = Schema.Literals(["works", "slow", "down"])
export type ProviderSignal = typeof ProviderSignal.Type

/** The maximum connections, and messages a second; undefined is no limit. */
export interface ProviderLimits {
  readonly connections: number
  readonly perSecond: number | undefined
}

/** What this process knows of a mail server or SMS provider. */
export interface Provider {
  readonly inFlight: number
  readonly rate: SendRate
  readonly breaker: CircuitBreaker
}

export const idleProvider: Provider = { inFlight: 0, rate: fullRate, breaker: closedBreaker }

/** How many sends through the provider may start at `now`. Pure. */
export const admitted = (provider: Provider, limits: ProviderLimits, now: number): number =>
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

/** The provider after one send ended. `signal` is undefined when the provider was not called. Pure. */
export const endSend = (
  { inFlight, rate, breaker }: Provider,
  signal: ProviderSignal | undefined,
  limits: ProviderLimits,
  now: number
): Provider => ({
  inFlight: inFlight - 1,
  rate:
    signal === "slow"
      ? onSlowDown(rate, Math.min(limits.connections, limits.perSecond ?? limits.connections), now)
      : rate,
  breaker: signal === undefined ? breaker : signal === "works" ? onSuccess() : onFailure(breaker, now)
})

/** Whether forgetting the provider changes nothing at `now`. Pure. */
export const isForgettable = ({ inFlight, rate, breaker }: Provider, now: number): boolean =>
  inFlight === 0 && breaker.failures === 0 && isFullRate(rate, now)
