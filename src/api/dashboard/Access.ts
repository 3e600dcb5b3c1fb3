import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { AccessibleAccount } from "../../domain/accounts/Account.ts"
import type { CallerRole } from "../../domain/accounts/AccountRole.ts"
import type { User } from "../../domain/accounts/User.ts"
import type { CallingAccount } from "../CallingAccount.ts"
import { NotFoundBody, UnavailableBody } from "../Errors.ts"
import { ForbiddenBody, NotSignedInBody } from "./Errors.ts"

/** The user who is signed in. */
export class CurrentUser extends Context.Service<CurrentUser, User>()("tally/api/dashboard/CurrentUser") {}

/**
 * The role that an endpoint requires of its caller, in the account of its path if it has one. Each endpoint names one: an endpoint without
 * one is refused to everybody.
 */
export const RequiredRole = Context.Reference<CallerRole | null>("tally/api/dashboard/RequiredRole", {
  defaultValue: () => null
})

/** The account in the path (`:account`), which the user may act for. */
export class ActingAccount extends Context.Service<ActingAccount, AccessibleAccount>()(
  "tally/api/dashboard/ActingAccount"
) {}

/** Rejects requests that another site makes in the user's browser (contract §9). */
export class SameOrigin extends HttpApiMiddleware.Service<SameOrigin>()("tally/api/dashboard/SameOrigin", {
  error: ForbiddenBody
}) {}

/** Requires a valid session, whose secret is in the cookie, and the role of an endpoint without an account in its path. */
export class SignedIn extends HttpApiMiddleware.Service<SignedIn, { provides: CurrentUser }>()(
  "tally/api/dashboard/SignedIn",
  { error: [NotSignedInBody, ForbiddenBody, UnavailableBody] }
) {}

/** Requires an account in the path that the user may act for, any other is 404; and the endpoint's role in it. */
export class AccountAccess extends HttpApiMiddleware.Service<
  AccountAccess,
  { provides: ActingAccount | CallingAccount; requires: CurrentUser }
>()("tally/api/dashboard/AccountAccess", { error: [NotFoundBody, ForbiddenBody, UnavailableBody] }) {}
