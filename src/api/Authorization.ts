import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { Scope } from "../domain/accounts/Scope.ts"
import type { CallingAccount } from "./CallingAccount.ts"
import { InsufficientScopeBody, NotFoundBody, RateLimitedBody, UnauthorizedBody, UnavailableBody } from "./Errors.ts"

/** The scope that an endpoint requires; null admits any valid token (contract §1). */
export const RequiredScope = Context.Reference<Scope | null>("tally/api/RequiredScope", { defaultValue: () => null })

/**
 * Whether the call of a token runs on the clock of its account. False where the programs themselves add the offset of that clock, as for the
 * users of the dashboard.
 */
export const OnAccountClock = Context.Reference<boolean>("tally/api/OnAccountClock", { defaultValue: () => true })

/** Whether the rows of an order are read with the admission of the call, when its body has arrived by then. */
export const PrefetchesOrder = Context.Reference<boolean>("tally/api/PrefetchesOrder", { defaultValue: () => false })

/** Checks bearer token, account, rate windows and scope in this order, before anything else of the request (contract §1). */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CallingAccount }>()(
  "tally/api/Authorization",
  {
    security: { bearer: HttpApiSecurity.bearer },
    error: [UnauthorizedBody, NotFoundBody, RateLimitedBody, InsufficientScopeBody, UnavailableBody],
    requiredForClient: true
  }
) {}
