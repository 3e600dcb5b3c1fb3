import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { emailKey } from "../domain/Email.ts"
import type { Unavailable } from "../domain/Failure.ts"
import { invalid, type ValidationFailed } from "../domain/Fault.ts"
import { makeId } from "../domain/Id.ts"
import type { RateLimited } from "../domain/Refusal.ts"
import type { SetUpInput, WrongCredentials } from "../domain/SignIn.ts"
import { Members } from "../store/Members.ts"
import { Passwords } from "../store/Passwords.ts"
import { Sessions } from "../store/Sessions.ts"
import { retried, transact, transactOnce } from "../store/Transaction.ts"
import { Users } from "../store/Users.ts"
import { SignIn, type SignedInUser } from "./SignIn.ts"

/** Somebody follows the link that an owner gave them. */
export class AcceptInvitation extends Context.Service<
  AcceptInvitation,
  {
    /**
     * Who is new sets a password; who signs in here already gives theirs. Signs in, in the place of a session that the browser
     * had. Of calls that race for one link, one succeeds.
     */
    readonly accept: (
      input: SetUpInput,
      address: string,
      replaced?: string
    ) => Effect.Effect<SignedInUser, ValidationFailed | WrongCredentials | RateLimited | Unavailable>
  }
>()("tally/programs/AcceptInvitation") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const members = yield* Members
      const passwords = yield* Passwords
      const sessions = yield* Sessions
      const signIn = yield* SignIn
      const users = yield* Users

      const opened = Effect.fnUntraced(function* ({ secret, email }: SetUpInput) {
        const invitation = yield* members.open(secret)
        if (invitation === undefined) return yield* dead
        return invitation.email_key === emailKey(email) ? invitation : yield* otherEmail
      })

      const added = Effect.fnUntraced(function* (email: string, password_hash: string | null) {
        if ((yield* users.byEmail(email)) !== undefined) return yield* dead
        const user = { id: yield* makeId("usr"), email, operator: false }
        yield* users.create({ ...user, password_hash, created_at: new Date(yield* Clock.currentTimeMillis) })
        return user
      })

      return AcceptInvitation.of({
        accept: Effect.fn("AcceptInvitation.accept")(function* (input, address, replaced) {
          yield* transact(sql)(opened(input))
          const known = yield* retried(users.byEmail(input.email))
          // Their password belongs to their other accounts: this link must not set it.
          if (known !== undefined && known.password_hash === null) return yield* otherLinkFirst
          const verified = known === undefined ? undefined : yield* signIn.verify(input, address)
          const password_hash = known === undefined ? yield* passwords.hash(input.password) : null
          return yield* transactOnce(sql)(
            Effect.gen(function* () {
              yield* sql`SELECT pg_advisory_xact_lock(7262012)`
              const invitation = yield* opened(input)
              const user = verified ?? (yield* added(input.email, password_hash))
              yield* members.accept(invitation, user.id)
              return { user, secret: yield* sessions.start(user.id, replaced) }
            })
          )
        })
      })
    })
  )
}

const dead = invalid("secret", "The link is unknown, used or too old; if you have used it, sign in")
const otherEmail = invalid("email", "The link was made for another e-mail address")
const otherLinkFirst = invalid("email", "Use the set-up link you were given first, then this one")
