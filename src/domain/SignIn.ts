import { Schema } from "effect"
import { Email } from "./Email.ts"
import { Name, text } from "./Text.ts"
import { Password } from "./User.ts"

export const SignInInput = Schema.Struct({ email: text(1_000), password: text(1_024) }).annotate({
  identifier: "SignInInput"
})
export type SignInInput = typeof SignInInput.Type

/** A one-time set-up link is used. `account_name` names the account that is claimed. */
export const SetUpInput = Schema.Struct({
  secret: text(255),
  email: Email,
  password: Password,
  account_name: Schema.optionalKey(Name)
}).annotate({ identifier: "SetUpInput" })
export type SetUpInput = typeof SetUpInput.Type

export const PasswordChange = Schema.Struct({ current_password: text(1_024), new_password: Password }).annotate({
  identifier: "PasswordChange"
})
export type PasswordChange = typeof PasswordChange.Type

/** Somebody forgot their password. */
export const ForgottenInput = Schema.Struct({ email: text(1_000) }).annotate({ identifier: "ForgottenInput" })

/** No valid session: not signed in, signed out, or idle for too long. */
export class NotSignedIn extends Schema.TaggedError<NotSignedIn>()("NotSignedIn", {}) {}

/** Unknown e-mail and wrong password alike. */
export class WrongCredentials extends Schema.TaggedError<WrongCredentials>()("WrongCredentials", {}) {}

/** The request comes from another site, or asks what only the operator may do. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", { message: Schema.String }) {}

/** A session ends 30 minutes after it was last seen, and after 12 hours in any case. */
export const sessionLimits = { idle: 30 * 60_000, whole: 12 * 3_600_000 } as const

/** Attempts to sign in, and to get a link for a forgotten password, that are looked at within a window of 15 minutes. */
export const attemptLimits = { window: 15 * 60_000, perEmail: 10, perForgotten: 3, perAddress: 100 } as const
