import { Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { Name, text } from "../values/Text.ts"
import { Password } from "./User.ts"

export const SignInInput = Schema.Struct({ email: text(1_000), password: text(1_024) }).annotate({
  identifier: "SignInInput"
})
export type SignInInput = typeof SignInInput.Type

/**
 * The use of a one-time link. `account_name` names the account of the first owner. `new_password` replaces `password` where an
 * invitation requires that.
 */
export const SetUpInput = Schema.Struct({
  secret: text(255),
  email: Email,
  password: Password,
  new_password: Schema.optionalKey(Password),
  account_name: Schema.optionalKey(Name)
}).annotate({ identifier: "SetUpInput" })
export type SetUpInput = typeof SetUpInput.Type

export const PasswordChange = Schema.Struct({ current_password: text(1_024), new_password: Password }).annotate({
  identifier: "PasswordChange"
})
export type PasswordChange = typeof PasswordChange.Type

/** The use of an invitation's link by a user who is signed in. */
export const AcceptInput = Schema.Struct({ secret: text(255) }).annotate({ identifier: "AcceptInput" })

/** A request for a link to reset a forgotten password. */
export const ForgottenInput = Schema.Struct({ email: text(1_000) }).annotate({ identifier: "ForgottenInput" })

/** There is no valid session: the user never signed in, signed out, or was idle for too long. */
export class NotSignedIn extends Schema.TaggedError<NotSignedIn>()("NotSignedIn", {}) {}

/** The e-mail is unknown or the password is wrong; callers cannot tell which. */
export class WrongCredentials extends Schema.TaggedError<WrongCredentials>()("WrongCredentials", {}) {}

/** The request comes from another site, or the user lacks the role that it needs. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", { message: Schema.String }) {}

/** In milliseconds. A session ends `idle` after its last use, and `lifetime` after its start in any case. */
export const sessionLimits = { idle: 30 * 60_000, lifetime: 12 * 3_600_000 } as const

/**
 * Limits on failed attempts within `window` milliseconds. Attempts count per client address, and per e-mail and client address.
 * They never count per e-mail alone, so that nobody can lock a user out from elsewhere. `perMailbox` limits the links that are
 * mailed to one address, `perForgotten` the requests for them.
 */
export const attemptLimits = {
  window: 15 * 60_000,
  perEmailAndAddress: 10,
  perForgotten: 3,
  perMailbox: 6,
  perAddress: 100
} as const
