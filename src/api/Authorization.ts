import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { Scope } from "../domain/accounts/Scope.ts"
import type { parseObject } from "../domain/json/Json.ts"
import type { PrefetchedOrders } from "../domain/orders/OrderPrefetch.ts"
import { InsufficientScopeBody, NotFoundBody, RateLimitedBody, UnauthorizedBody, UnavailableBody } from "./Errors.ts"

/** The JSON body of a request, or why it is none. */
export type ParsedBody = ReturnType<typeof parseObject>

/** The account that a request acts on, and the token that authorizes it. */
export class Caller extends Context.Service<
  Caller,
  {
    /** The account that `Service-Account-Id` names, or the token's own. */
    readonly account_id: string
    readonly default_country: string
    /** How far the account's clock is ahead, in milliseconds; 0 except for test accounts. */
    readonly clock_offset: number
    readonly token_id: string
    /** The body, when authorization has read it: it cannot be read from the request again. */
    readonly parsedBody: ParsedBody | null
    /** Rows that were read with the admission of an order call (domain/orders/OrderPrefetch.ts). */
    readonly prefetched: PrefetchedOrders | null
  }
>()("tally/api/Caller") {}

/** The scope that an endpoint requires; null admits any valid token (contract §1). */
export const RequiredScope = Context.Reference<Scope | null>("tally/api/RequiredScope", { defaultValue: () => null })

/** Whether the request body is an order, whose rows may be read with the admission (domain/orders/OrderPrefetch.ts). */
export const PrefetchesOrder = Context.Reference<boolean>("tally/api/PrefetchesOrder", { defaultValue: () => false })

/** Checks bearer token, account, rate windows and scope in this order, before anything else of the request (contract §1). */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: Caller }>()(
  "tally/api/Authorization",
  {
    security: { bearer: HttpApiSecurity.bearer },
    error: [UnauthorizedBody, NotFoundBody, RateLimitedBody, InsufficientScopeBody, UnavailableBody],
    requiredForClient: true
  }
) {}
