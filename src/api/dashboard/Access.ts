import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { ManagedAccount } from "../../domain/accounts/Account.ts"
import type { User } from "../../domain/accounts/User.ts"
import { NotFoundBody, UnavailableBody } from "../Errors.ts"
import { ForbiddenBody, NotSignedInBody } from "./Errors.ts"

/** The user who is signed in. */
export class CurrentUser extends Context.Service<CurrentUser, User>()("tally/api/dashboard/CurrentUser") {}

/** The account in the path (`:account`), which the user may act for. */
export class ActingAccount extends Context.Service<ActingAccount, ManagedAccount>()(
  "tally/api/dashboard/ActingAccount"
) {}

/** Rejects requests that another site makes in the user's browser (contract §9). */
export class SameOrigin extends HttpApiMiddleware.Service<SameOrigin>()("tally/api/dashboard/SameOrigin", {
  error: ForbiddenBody
}) {}

/** Requires a valid session, whose secret is in the cookie. */
export class SignedIn extends HttpApiMiddleware.Service<SignedIn, { provides: CurrentUser }>()(
  "tally/api/dashboard/SignedIn",
  { error: [NotSignedInBody, UnavailableBody] }
) {}

/** Requires an account in the path that the user may act for; any other is 404. */
export class AccountAccess extends HttpApiMiddleware.Service<
  AccountAccess,
  { provides: ActingAccount; requires: CurrentUser }
>()("tally/api/dashboard/AccountAccess", { error: [NotFoundBody, UnavailableBody] }) {}
