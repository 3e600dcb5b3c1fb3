import { Context, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { PrefetchesOrder } from "../../api/Authorization.ts"
import { type PrefetchKeys, prefetchKeys } from "../../domain/orders/PrefetchKeys.ts"
import { digestOf } from "../../store/database/Digest.ts"
import type { PrefetchedOrders } from "../../store/orders/PrefetchedOrders.ts"
import { readBodyIfArrived } from "../server/Body.ts"
import { wantsDryRun } from "../public/Preferences.ts"

/** What was read of the order that a request names when it was admitted. */
export const Prefetched = Context.Reference<PrefetchedOrders | null>("tally/http/auth/Prefetched", {
  defaultValue: () => null
})

export const withPrefetched =
  (seen: PrefetchedOrders | null) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    seen === null ? call : Effect.provideService(call, Prefetched, seen)

/**
 * Lets what an order touches be read along with the admission of its call: its body is looked at when the admission leaves, by
 * when a small one has come nearly always. Nothing is said about what is wrong with it: that is told to those who are let in.
 */
export const prefetchOf = (
  { annotations }: { readonly annotations: Context.Context<never> },
  request: HttpServerRequest.HttpServerRequest
): { readonly order?: () => PrefetchKeys | null } =>
  Context.get(annotations, PrefetchesOrder) && !wantsDryRun(request)
    ? {
        order: () => {
          const body = readBodyIfArrived(request)
          const names = body === undefined ? null : prefetchKeys(body)
          const token = request.headers["x-service-integration-token"]
          return names && { ...names, integration_digest: token === undefined ? null : digestOf(token) }
        }
      }
    : {}
