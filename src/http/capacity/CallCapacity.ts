import { NodeHttpServerRequest } from "@effect/platform-node"
import { Context, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { IncomingMessage } from "node:http"
import { Unavailable } from "../../domain/Errors.ts"
import type { FairTurns } from "./AccountFairness.ts"
import { callBounds } from "./bounds.ts"
import { concurrencyLimit } from "./ConcurrencyLimit.ts"

/** What a call takes of the process. All of it is released when the answer has left, or the caller has. */
export const CallCapacity = Context.Reference<{
  /** Takes room for so many bytes, before they are read. */
  readonly forBody: (bytes: number) => Effect.Effect<void, Unavailable>
  /** Takes a place among the calls at work, when the body is whole: a caller that sends slowly has none. Once for a call. */
  readonly forWork: Effect.Effect<void, Unavailable>
}>("tally/http/capacity/CallCapacity", { defaultValue: () => ({ forBody: () => Effect.void, forWork: Effect.void }) })

/** For a call whose body nobody reads. */
export const takeWorkPlace: Effect.Effect<void, Unavailable> = Effect.flatMap(CallCapacity, ({ forWork }) => forWork)

const whenSent = (request: HttpServerRequest.HttpServerRequest, release: () => void): void => {
  if (!(request.source instanceof IncomingMessage)) return release()
  const response = NodeHttpServerRequest.toServerResponse(request)
  if (response.closed || response.destroyed) release()
  else response.once("close", release)
}

/** Gives calls the capacity of their kind, by the key of their caller. With `turns` a call at work waits for its key's turn. */
export const callCapacity = (kind: keyof typeof callBounds, turns?: FairTurns) => {
  const calls = concurrencyLimit(kind, callBounds[kind].calls)
  const bytes = concurrencyLimit(`${kind}_bytes`, callBounds[kind].bytes)
  return (key: string) =>
    <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | HttpServerRequest.HttpServerRequest> =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const held: Array<() => void> = []
        const hold = (release: (() => void) | undefined) => {
          if (release === undefined) return Effect.fail(new Unavailable({ retryAfter: 1 }))
          held.push(release)
          return Effect.void
        }
        const limited = Effect.suspend(() => {
          const turn = turns?.(key)
          if (turn !== undefined) held.push(turn.leave)
          let isAtWork = false
          return Effect.provideService(call, CallCapacity, {
            forBody: (size) => Effect.suspend(() => (size === 0 ? Effect.void : hold(bytes(key, size)))),
            forWork: Effect.suspend(() => {
              if (isAtWork) return Effect.void
              isAtWork = true
              const place = hold(calls(key))
              return turn === undefined ? place : Effect.andThen(place, turn.wait)
            })
          })
        })
        const release = Effect.sync(() => whenSent(request, () => held.forEach((each) => each())))
        return Effect.ensuring(limited, release)
      })
}
