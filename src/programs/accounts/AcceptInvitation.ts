import { Clock, Context, Effect, Layer } from "effect"
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
import { SignInAttempts } from "../../store/accounts/SignInAttempts.ts"
import { retried, transact, transactOnce } from "../../store/database/Transaction.ts"
import { Users } from "../../store/accounts/Users.ts"
import type { SignedInUser } from "./SignIn.ts"

/** Somebody uses the link of an invitation. What becomes of a password that they have already: `decideAcceptance`. */
export class AcceptInvitation extends Context.Service<
  AcceptInvitation,
  {
    /**
     * Signs in, in the place of a session that the browser had. Of calls that race for one link, one succeeds. Throttled like a
     * sign-in, and takes the time of two or three hashes whoever has the address.
     */
    readonly accept: (
      input: SetUpInput,
      address: string,
      replaced?: string
    ) => Effect.Effect<SignedInUser, ValidationFailed | WrongCredentials | RateLimited | Unavailable>
    /** For somebody who is signed in under the invited address, when that is proven: password and sessions stay. */
    readonly acceptSignedIn: (user: User, secret: string) => Effect.Effect<void, ValidationFailed | Unavailable>
  }
>()("tally/programs/accounts/AcceptInvitation") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const attempts = yield* SignInAttempts
      const members = yield* Members
      const passwords = yield* Passwords
      const sessions = yield* Sessions
      const users = yield* Users

      const opened = Effect.fnUntraced(function* (secret: string, email: string) {
        const invitation = yield* members.open(secret)
        if (invitation === undefined) return yield* dead
        return invitation.email_key === emailKey(email) ? invitation : yield* otherEmail
      })

      const add = Effect.fnUntraced(function* (email: string, password_hash: string, proven: boolean) {
        const user = { id: yield* makeId("usr"), email, operator: false }
        const created_at = new Date(yield* Clock.currentTimeMillis)
        yield* users.create({ ...user, password_hash, created_at, proven })
        return user
      })

      const acceptAs = Effect.fnUntraced(function* (
        input: SetUpInput,
        given: { readonly hash: string; readonly newHash: string | null; readonly matched: string | null },
        replaced: string | undefined
      ) {
        yield* sql`SELECT pg_advisory_xact_lock(7262012)`
        const invitation = yield* opened(input.secret, input.email)
        const found = yield* users.byEmail(input.email)
        const active = found !== undefined && (found.operator || (yield* members.actsForAny(found.id)))
        const facts: AcceptanceFacts = {
          user: found === undefined ? undefined : { active, proven: found.proven },
          linkProves: invitation.proves,
          // The password that was compared may have been changed since.
          matches: given.matched !== null && (yield* users.holdPassword(found?.id ?? "", given.matched)),
          replaces: given.newHash !== null
        }
        const decision = decideAcceptance(facts)
        if (decision === "wrong") return yield* new WrongCredentials()
        if (decision === "choose") return yield* chooseAnother
        const hash = decision === "replace" ? given.newHash : given.hash
        const { id, email, operator } = found ?? (yield* add(input.email, given.hash, invitation.proves))
        if (found !== undefined && decision !== "keep" && hash !== null) {
          yield* users.setPassword(id, hash, invitation.proves)
        }
        yield* members.accept(invitation, id)
        return { user: { id, email, operator }, secret: yield* sessions.start(id, replaced) }
      })

      return AcceptInvitation.of({
        accept: Effect.fn("AcceptInvitation.accept")(function* (input, address, replaced) {
          yield* transact(sql)(opened(input.secret, input.email))
          const key = emailKey(input.email)
          const { rank, forget } = yield* retried(attempts.count(key, address))
          const known = (yield* retried(users.byEmail(input.email)))?.password_hash ?? null
          const another = input.new_password === input.password ? undefined : input.new_password
          const [matches, hash, newHash] = yield* Effect.all(
            [
              passwords.matches(input.password, known, rank),
              passwords.hash(input.password, rank),
              another === undefined ? Effect.succeed(null) : passwords.hash(another, rank)
            ],
            { concurrency: 3 }
          )
          const given = { hash, newHash, matched: matches ? known : null }
          return yield* transactOnce(sql)(Effect.tap(acceptAs(input, given, replaced), () => forget))
        }),
        acceptSignedIn: Effect.fn("AcceptInvitation.acceptSignedIn")(function* (user, secret) {
          return yield* transactOnce(sql)(
            Effect.gen(function* () {
              yield* sql`SELECT pg_advisory_xact_lock(7262012)`
              const invitation = yield* opened(secret, user.email)
              const found = yield* users.byId(user.id)
              if (found?.proven !== true) return yield* unproven
              yield* members.accept(invitation, user.id)
            })
          )
        })
      })
    })
  )
}

const dead = invalid("secret", "The link is unknown, used or too old; if you have used it, sign in")
const otherEmail = invalid("email", "The link was made for another e-mail address")
const chooseAnother = invalid(
  "new_password",
  "Choose a new password: yours was set through a link that somebody else was shown"
)
const unproven = invalid("password", "Give your password to accept")
