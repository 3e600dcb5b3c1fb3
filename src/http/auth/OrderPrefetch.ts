import { Context, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import { type ParsedBody, PrefetchesOrder } from "../../api/Authorization.ts"
import { keysOfBody, type PrefetchKeys } from "../../domain/orders/OrderPrefetch.ts"
import { digestOf } from "../../store/database/Digest.ts"
import { wantsDryRun } from "../public/Preferences.ts"
import { readBodyIfArrived } from "../server/Body.ts"

/** The first and third step of domain/orders/OrderPrefetch.ts for one request. */
interface OrderPrefetch {
  /** Reads the body if it has arrived and gives its keys, null without any. An invalid body is reported by the handler alone. */
  readonly keys: () => PrefetchKeys | null
  /** The body that `keys` has read. */
  readonly body: () => ParsedBody | null
}

const noPrefetch: OrderPrefetch = { keys: () => null, body: () => null }

/** Prefetches for endpoints annotated with `PrefetchesOrder`, unless the call is a dry run. */
export const orderPrefetch = (
  { annotations }: { readonly annotations: Context.Context<never> },
  request: HttpServerRequest.HttpServerRequest
): OrderPrefetch => {
  if (!Context.get(annotations, PrefetchesOrder) || wantsDryRun(request)) return noPrefetch
  let body: ParsedBody | null = null
  return {
    keys: () => {
      body ??= readBodyIfArrived(request)
      const keys = body === null || Result.isFailure(body) ? null : keysOfBody(body.success)
      const token = request.headers["x-service-integration-token"]
      return keys && { ...keys, integration_digest: token === undefined ? null : digestOf(token) }
    },
    body: () => body
  }
}
