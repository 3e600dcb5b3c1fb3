import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { ManagedAccount } from "../../domain/accounts/Account.ts"
import type { User } from "../../domain/accounts/User.ts"
import { NotFoundBody, UnavailableBody } from "../Errors.ts"
import { ForbiddenBody, NotSignedInBody } from "./Errors.ts"

/** Who is signed in. */
export class CurrentUser extends Context.Service<CurrentUser, User>()("tally/api/dashboard/CurrentUser") {}

/** The account named by `:account` in the path, which the user may act for. */
export class ActingAccount extends Context.Service<ActingAccount, ManagedAccount>()(
  "tally/api/dashboard/ActingAccount"
) {}

/** Refuses requests that another site makes in the user's browser (contract §9). */
export class SameOrigin extends HttpApiMiddleware.Service<SameOrigin>()("tally/api/dashboard/SameOrigin", {
  error: ForbiddenBody
}) {}

/** A valid session, kept in a cookie. */
export class SignedIn extends HttpApiMiddleware.Service<SignedIn, { provides: CurrentUser }>()(
  "tally/api/dashboard/SignedIn",
  { error: [NotSignedInBody, UnavailableBody] }
) {}

/** The account in the path: one the user may act for, anything else is 404. */
export class AccountAccess extends HttpApiMiddleware.Service<
  AccountAccess,
  { provides: ActingAccount; requires: CurrentUser }
>()("tally/api/dashboard/AccountAccess", { error: [NotFoundBody, UnavailableBody] }) {}
