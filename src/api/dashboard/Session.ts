import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ManagedAccount } from "../../domain/accounts/Account.ts"
import { AcceptInput, ForgottenInput, PasswordChange, SetUpInput, SignInInput } from "../../domain/accounts/SignIn.ts"
import { User } from "../../domain/accounts/User.ts"
import { BodyErrors, RateLimitedBody, UnavailableBody } from "../Errors.ts"
import { SignedIn } from "./Access.ts"
import { single } from "./envelopes.ts"
import { WrongCredentialsBody } from "./Errors.ts"

/** The user, and the first 100 of the accounts that the user may act for. */
const Session = single(Schema.Struct({ user: User, accounts: Schema.Array(ManagedAccount) }))

export class SessionGroup extends HttpApiGroup.make("session")
  .add(
    HttpApiEndpoint.get("read", "/session", { success: Session, error: UnavailableBody }),
    HttpApiEndpoint.delete("signOut", "/session", { success: single(Schema.Null), error: UnavailableBody }),
    HttpApiEndpoint.put("changePassword", "/password", {
      payload: PasswordChange,
      success: Session,
      error: [...BodyErrors, WrongCredentialsBody, RateLimitedBody, UnavailableBody]
    }),
    // A signed-in user uses the link of an invitation.
    HttpApiEndpoint.post("accept", "/invitations", {
      payload: AcceptInput,
      success: Session,
      error: [...BodyErrors, UnavailableBody]
    })
  )
  .middleware(SignedIn)
  .add(
    HttpApiEndpoint.post("signIn", "/session", {
      payload: SignInInput,
      success: Session,
      error: [...BodyErrors, WrongCredentialsBody, RateLimitedBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("forgotten", "/forgotten-password", {
      payload: ForgottenInput,
      success: single(Schema.Struct({ mailed: Schema.Boolean })),
      error: [...BodyErrors, RateLimitedBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("setUp", "/setup", {
      payload: SetUpInput,
      success: Session,
      error: [...BodyErrors, WrongCredentialsBody, RateLimitedBody, UnavailableBody]
    })
  ) {}
