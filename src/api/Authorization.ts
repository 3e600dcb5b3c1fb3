import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { Scope } from "../domain/accounts/Scope.ts"
import { InsufficientScopeBody, NotFoundBody, RateLimitedBody, UnauthorizedBody, UnavailableBody } from "./Errors.ts"

/** Whose request this is: the account it acts on, and the token that speaks for it. */
export class Caller extends Context.Service<
  Caller,
  {
    /** The account named by `Service-Account-Id`, or the token's own. */
    readonly account_id: string
    readonly default_country: string
    /** How far the account's clock is ahead, in milliseconds: 0 but for test accounts. */
    readonly clock_offset: number
    readonly token_id: string
  }
>()("tally/api/Caller") {}

/** The scope an endpoint asks for; null lets any valid token in (specification §4.1). */
export const RequiredScope = Context.Reference<Scope | null>("tally/api/RequiredScope", { defaultValue: () => null })

/** Whether the body of an endpoint's request names an order, which may then be read along with what admits the request. */
export const PrefetchesOrder = Context.Reference<boolean>("tally/api/PrefetchesOrder", { defaultValue: () => false })

/** Bearer, account, both rate windows and scope, in this order and before all else that a request can be refused for (contract §1). */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: Caller }>()(
  "tally/api/Authorization",
  {
    security: { bearer: HttpApiSecurity.bearer },
    error: [UnauthorizedBody, NotFoundBody, RateLimitedBody, InsufficientScopeBody, UnavailableBody],
    requiredForClient: true
  }
) {}
