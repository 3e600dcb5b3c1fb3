import { NodeHttpServerRequest } from "@effect/platform-node"
import { Context, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { IncomingMessage } from "node:http"
import { Unavailable } from "../../domain/Errors.ts"
import type { AccountFairness } from "./AccountFairness.ts"
import { callBounds } from "../../domain/capacity/bounds.ts"
import { concurrencyLimit } from "./ConcurrencyLimit.ts"

/** The capacity that a call reserves: bytes for its body and a work slot. Both are released when the response has been sent or the connection has closed. */
export const CallCapacity = Context.Reference<{
  /** Reserves memory for a body, before it is read. */
  readonly reserveBytes: (bytes: number) => Effect.Effect<void, Unavailable>
  /** Reserves a place among the calls at work, once for a call. Taken after the body has arrived, so that slow senders hold none. */
  readonly takeWorkSlot: Effect.Effect<void, Unavailable>
}>("tally/http/capacity/CallCapacity", {
  defaultValue: () => ({ reserveBytes: () => Effect.void, takeWorkSlot: Effect.void })
})

/** For calls whose body is not read. */
export const takeWorkSlot: Effect.Effect<void, Unavailable> = Effect.flatMap(
  CallCapacity,
  (capacity) => capacity.takeWorkSlot
)

const whenSent = (request: HttpServerRequest.HttpServerRequest, release: () => void): void => {
  if (!(request.source instanceof IncomingMessage)) return release()
  const response = NodeHttpServerRequest.toServerResponse(request)
  if (response.closed || response.destroyed) release()
  else response.once("close", release)
}

/** Provides calls with the capacity of their kind, by the key of their caller. With `fairness` the key is an account. */
export const callCapacity = (kind: keyof typeof callBounds, fairness?: AccountFairness) => {
  const calls = concurrencyLimit(kind, callBounds[kind].calls)
  const bytes = concurrencyLimit(`${kind}_bytes`, callBounds[kind].bytes)
  return (key: string) =>
    <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | HttpServerRequest.HttpServerRequest> =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const releases: Array<() => void> = []
        const hold = (release: (() => void) | undefined) => {
          if (release === undefined) return Effect.fail(new Unavailable({ retryAfter: 1 }))
          releases.push(release)
          return Effect.void
        }
        const limited = Effect.suspend(() => {
          const accountCall = fairness?.(key)
          if (accountCall !== undefined) releases.push(accountCall.leave)
          let isAtWork = false
          return Effect.provideService(call, CallCapacity, {
            reserveBytes: (size) => Effect.suspend(() => (size === 0 ? Effect.void : hold(bytes(key, size)))),
            takeWorkSlot: Effect.suspend(() => {
              if (isAtWork) return Effect.void
              isAtWork = true
              const place = hold(calls(key))
              return accountCall === undefined ? place : Effect.andThen(place, accountCall.awaitWorkSlot)
            })
          })
        })
        const release = Effect.sync(() => whenSent(request, () => releases.forEach((each) => each())))
        return Effect.ensuring(limited, release)
      })
}
