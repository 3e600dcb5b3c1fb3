import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type AcceptanceFacts, decideAcceptance } from "../../domain/accounts/Acceptance.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import type { RateLimited, Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { type SetUpInput, WrongCredentials } from "../../domain/accounts/SignIn.ts"
import type { User } from "../../domain/accounts/User.ts"
import { Members } from "../../store/accounts/Members.ts"
import { Passwords } from "../../store/accounts/Passwords.ts"
import { Sessions } from "../../store/accounts/Sessions.ts"
import { retried, transact, transactOnce } from "../../store/database/Transaction.ts"
import { Users } from "../../store/accounts/Users.ts"
import type { SignedInUser } from "./SignIn.ts"

/** Uses the link of an invitation. `decideAcceptance` decides about the password of an existing user. */
export interface AcceptInvitation {
  /**
   * Makes the user a member and starts a session, ending the `replaced` one. Of calls that race for one link, one succeeds. Throttled
   * like a sign-in. Takes the time of two or three hashes whether or not a user has the address.
   */
  readonly accept: (
    input: SetUpInput,
    address: string,
    replaced?: string
  ) => Effect.Effect<SignedInUser, ValidationFailed | WrongCredentials | RateLimited | Unavailable>
  /** Makes a signed-in user with the invited and proven address a member. Password and sessions stay. */
  readonly acceptSignedIn: (user: User, secret: string) => Effect.Effect<void, ValidationFailed | Unavailable>
}

export const makeAcceptInvitation = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const attempts = yield* Sessions
  const members = yield* Members
  const passwords = yield* Passwords
  const users = yield* Users

  const lockInvitation = Effect.fnUntraced(function* (secret: string, email: string) {
    const invitation = yield* members.lockInvitation(secret)
    if (invitation === undefined) return yield* unusable
    return invitation.email_key === emailKey(email) ? invitation : yield* differentEmail
  })

  const createUser = Effect.fnUntraced(function* (email: string, password_hash: string, proven: boolean) {
    const user = { id: yield* makeId("usr"), email, operator: false }
    const created_at = new Date(yield* Clock.currentTimeMillis)
    yield* users.create({ ...user, password_hash, created_at, proven })
    return user
  })

  const acceptAs = Effect.fnUntraced(function* (
    input: SetUpInput,
    hashes: { readonly password: string; readonly newPassword: string | null; readonly matched: string | null },
    replaced: string | undefined
  ) {
    yield* users.lock
    const invitation = yield* lockInvitation(input.secret, input.email)
    const found = yield* users.byEmail(input.email)
    const active = found !== undefined && (found.operator || (yield* members.isMemberAnywhere(found.id)))
    const facts: AcceptanceFacts = {
      user: found === undefined ? undefined : { active, proven: found.proven },
      linkProves: invitation.proves,
      // Another call may have changed the password since it was compared.
      passwordMatches: hashes.matched !== null && (yield* users.lockPassword(found?.id ?? "", hashes.matched)),
      newPasswordGiven: hashes.newPassword !== null
    }
    const decision = decideAcceptance(facts)
    if (decision === "wrong") return yield* new WrongCredentials()
    if (decision === "choose") return yield* chooseAnother
    const hash = decision === "replace" ? hashes.newPassword : hashes.password
    const { id, email, operator } = found ?? (yield* createUser(input.email, hashes.password, invitation.proves))
    if (found !== undefined && decision !== "keep" && hash !== null) {
      yield* users.setPassword(id, hash, invitation.proves)
    }
    yield* members.accept(invitation, id)
    return { user: { id, email, operator }, secret: yield* attempts.start(id, replaced) }
  })

  const part: AcceptInvitation = {
    accept: Effect.fn("SignIn.accept")(function* (input, address, replaced) {
      yield* transact(sql)(lockInvitation(input.secret, input.email))
      const key = emailKey(input.email)
      const { rank, clear } = yield* retried(attempts.countAttempt(key, address))
      const currentHash = (yield* retried(users.byEmail(input.email)))?.password_hash ?? null
      const newPassword = input.new_password === input.password ? undefined : input.new_password
      const [matches, hash, newHash] = yield* Effect.all(
        [
          passwords.matches(input.password, currentHash, rank),
          passwords.hash(input.password, rank),
          newPassword === undefined ? Effect.succeed(null) : passwords.hash(newPassword, rank)
        ],
        { concurrency: 3 }
      )
      const hashes = { password: hash, newPassword: newHash, matched: matches ? currentHash : null }
      return yield* transactOnce(sql)(Effect.tap(acceptAs(input, hashes, replaced), () => clear))
    }),
    acceptSignedIn: Effect.fn("SignIn.acceptSignedIn")(function* (user, secret) {
      return yield* transactOnce(sql)(
        Effect.gen(function* () {
          yield* users.lock
          const invitation = yield* lockInvitation(secret, user.email)
          const found = yield* users.byId(user.id)
          if (found?.proven !== true) return yield* unproven
          yield* members.accept(invitation, user.id)
        })
      )
    })
  }
  return part
})

const unusable = invalid("secret", "The link is unknown, used or too old; if you have used it, sign in")
const differentEmail = invalid("email", "The link was made for another e-mail address")
const chooseAnother = invalid(
  "new_password",
  "Choose a new password: yours was set through a link that another person saw"
)
const unproven = invalid("password", "Enter your password to accept the invitation")
