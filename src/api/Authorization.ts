import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { Scope } from "../domain/accounts/Scope.ts"
import { InsufficientScopeBody, NotFoundBody, RateLimitedBody, UnauthorizedBody, UnavailableBody } from "./Errors.ts"

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
  }
>()("tally/api/Caller") {}

/** The scope that an endpoint requires; null admits any valid token (contract §1). */
export const RequiredScope = Context.Reference<Scope | null>("tally/api/RequiredScope", { defaultValue: () => null })

/** Whether an endpoint's body names an order, so that the order can be read together with the admission of the request. */
export const PrefetchesOrder = Context.Reference<boolean>("tally/api/NamesOrder", { defaultValue: () => false })

/** Checks bearer token, account, rate windows and scope in this order, before anything else of the request (contract §1). */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: Caller }>()(
  "tally/api/Authorization",
  {
    security: { bearer: HttpApiSecurity.bearer },
    error: [UnauthorizedBody, NotFoundBody, RateLimitedBody, InsufficientScopeBody, UnavailableBody],
    requiredForClient: true
  }
) {}
