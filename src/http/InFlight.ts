import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Unavailable } from "../domain/Failure.ts"
import { turnedAway } from "../telemetry/turnedAway.ts"
import { RefusalPace, refuseInLine } from "./RefusalPace.ts"

/**
 * Calls under way, counted by key, each as one or as its size. A call beyond `most` of its key is turned away with
 * `Unavailable`: none waits for a place, so memory and waiting time stay bounded however many come. `limit`
 * names the bound in measures.
 */
export const inFlight = Effect.fnUntraced(function* (limit: string, most: number) {
  const { beyondPlaces } = yield* RefusalPace
  const count = turnedAway(limit)
  const refuse = (key: string) => {
    count()
    return refuseInLine(beyondPlaces, `${limit} ${key}`, new Unavailable({ retryAfter: 1 }))
  }
  const underWay = new Map<string, number>()
  const leave = (key: string, size: number) =>
    Effect.sync(() => {
      const left = (underWay.get(key) ?? size) - size
      if (left === 0) underWay.delete(key)
      else underWay.set(key, left)
    })
  return (key: string, size = 1) =>
    <A, E, R>(call: Effect.Effect<A, E, R>) =>
      Effect.suspend((): Effect.Effect<A, E | Unavailable, R | HttpServerRequest.HttpServerRequest> => {
        const taken = underWay.get(key) ?? 0
        if (size === 0) return call
        if (taken + size > most) return refuse(key)
        underWay.set(key, taken + size)
        return Effect.ensuring(call, leave(key, size))
      })
})

/**
 * Calls at the same moment that one process takes on: of the API, of these the most of one account or token, and of a token
 * that calls beyond its limits; and of the dashboard, so that whoever is slow there takes no room from the API.
 */
export const mostInFlight = { process: 1_024, account: 384, limited: 64, dashboard: 256 } as const

const mib = 1024 * 1024

/** Bytes of large bodies that these calls may hold at the same moment. */
export const mostBytesInFlight = { process: 64 * mib, account: 16 * mib, dashboard: 16 * mib } as const
