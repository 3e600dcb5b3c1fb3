import { Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { Name, text } from "../values/Text.ts"
import { Password } from "./User.ts"

export const SignInInput = Schema.Struct({ email: text(1_000), password: text(1_024) }).annotate({
  identifier: "SignInInput"
})
export type SignInInput = typeof SignInInput.Type

/**
 * A one-time link is used. `account_name` names the account that is claimed. `new_password` takes the place of `password` where an
 * invitation asks for that.
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

/** Somebody who is signed in uses the link of an invitation. */
export const AcceptInput = Schema.Struct({ secret: text(255) }).annotate({ identifier: "AcceptInput" })

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

/**
 * Failed attempts within a window of 15 minutes. They are counted by client address, alone and with the e-mail: whoever guesses at an
 * e-mail locks nobody out of it elsewhere. `perMailbox` bounds the links that are mailed to one address.
 */
export const attemptLimits = {
  window: 15 * 60_000,
  perEmailAndAddress: 10,
  perForgotten: 3,
  perMailbox: 6,
  perAddress: 100
} as const
