import { Context, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import { PrefetchesOrder, RequiredScope } from "../../api/Authorization.ts"
import type { Scope } from "../../domain/accounts/Scope.ts"
import { orderKeys } from "../../domain/orders/prefetchedOrders.ts"
import type { Prefetched, PrefetchKeys } from "../../store/admission/Prefetch.ts"
import { digestOf } from "../../store/keys/Digest.ts"
import { wantsDryRun } from "../public/Preferences.ts"
import { type ParsedBody, readArrivedJson } from "../server/Body.ts"

/** The rows that were read with the admission of a call; null for none. */
export const PrefetchedRows = Context.Reference<Prefetched | null>("tally/http/auth/PrefetchedRows", {
  defaultValue: () => null
})

interface CallPrefetch {
  /**
   * Reads the body if it has arrived, and gives the keys of its rows. An invalid body has none: the handler reports it. Of a caller without the
   * scope nothing is read.
   */
  readonly keys: (scopes: ReadonlyArray<Scope>) => PrefetchKeys | null
  /** The body that `keys` has read. */
  readonly body: () => ParsedBody | null
}

/** For endpoints annotated with `PrefetchesOrder`; undefined for others, and for dry runs, which read in a transaction of their own. */
export const orderPrefetch = (
  { annotations }: { readonly annotations: Context.Context<never> },
  request: HttpServerRequest.HttpServerRequest
): CallPrefetch | undefined => {
  if (!Context.get(annotations, PrefetchesOrder) || wantsDryRun(request)) return undefined
  const scope = Context.get(annotations, RequiredScope)
  let body: ParsedBody | null = null
  return {
    keys: (scopes) => {
      if (scope !== null && !scopes.includes(scope)) return null
      body ??= readArrivedJson(request)
      if (body === null || Result.isFailure(body)) return null
      const token = request.headers["x-service-integration-token"]
      return orderKeys(body.success, token === undefined ? null : digestOf(token))
    },
    body: () => body
  }
}
