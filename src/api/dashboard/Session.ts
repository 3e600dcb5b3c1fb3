import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AccessibleAccount } from "../../domain/accounts/Account.ts"
import { AcceptInput, ForgottenInput, PasswordChange, SetUpInput, SignInInput } from "../../domain/accounts/SignIn.ts"
import { User } from "../../domain/accounts/User.ts"
import { BodyErrors, RateLimitedBody, UnavailableBody } from "../Errors.ts"
import { RequiredRole, SignedIn } from "./Access.ts"
import { single } from "../envelopes.ts"
import { WrongCredentialsBody } from "./Errors.ts"

/** The user, and the first 100 of the accounts that the user may act for. */
const Session = single(Schema.Struct({ user: User, accounts: Schema.Array(AccessibleAccount) }))

export class SessionGroup extends HttpApiGroup.make("session")
  .add(
    HttpApiEndpoint.get("read", "/session", { success: Session, error: UnavailableBody }).annotate(
      RequiredRole,
      "user"
    ),
    HttpApiEndpoint.delete("signOut", "/session", { success: single(Schema.Null), error: UnavailableBody }).annotate(
      RequiredRole,
      "user"
    ),
    HttpApiEndpoint.put("changePassword", "/password", {
      payload: PasswordChange,
      success: Session,
      error: [...BodyErrors, WrongCredentialsBody, RateLimitedBody, UnavailableBody]
    }).annotate(RequiredRole, "user"),
    // A signed-in user uses the link of an invitation.
    HttpApiEndpoint.post("accept", "/invitations", {
      payload: AcceptInput,
      success: Session,
      error: [...BodyErrors, UnavailableBody]
    }).annotate(RequiredRole, "user")
  )
  .middleware(SignedIn)
  .add(
    HttpApiEndpoint.post("signIn", "/session", {
      payload: SignInInput,
      success: Session,
      error: [...BodyErrors, WrongCredentialsBody, RateLimitedBody, UnavailableBody]
    }).annotate(RequiredRole, "anyone"),
    HttpApiEndpoint.post("forgotten", "/forgotten-password", {
      payload: ForgottenInput,
      success: single(Schema.Struct({ mailed: Schema.Boolean })),
      error: [...BodyErrors, RateLimitedBody, UnavailableBody]
    }).annotate(RequiredRole, "anyone"),
    HttpApiEndpoint.post("setUp", "/setup", {
      payload: SetUpInput,
      success: Session,
      error: [...BodyErrors, WrongCredentialsBody, RateLimitedBody, UnavailableBody]
    }).annotate(RequiredRole, "anyone")
  ) {}
