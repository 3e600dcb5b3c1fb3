import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { emailKey } from "../domain/Email.ts"
import type { Unavailable } from "../domain/Failure.ts"
import type { RateLimited } from "../domain/Refusal.ts"
import { type PasswordChange, type SignInInput, WrongCredentials } from "../domain/SignIn.ts"
import type { User } from "../domain/User.ts"
import { Passwords } from "../store/Passwords.ts"
import { Sessions } from "../store/Sessions.ts"
import { SignInAttempts } from "../store/SignInAttempts.ts"
import { retried, transactOnce } from "../store/Transaction.ts"
import { Users } from "../store/Users.ts"

/** A user and the secret of the session that was started for them. */
export interface SignedInUser {
  readonly user: User
  readonly secret: string
}

/** E-mail and password for a session. */
export class SignIn extends Context.Service<
  SignIn,
  {
    /** Whose e-mail and password these are. Throttled by e-mail and address; unknown e-mails and wrong passwords give the same answer in the same time. */
    readonly verify: (
      input: SignInInput,
      address: string
    ) => Effect.Effect<User, WrongCredentials | RateLimited | Unavailable>
    /** Starts a session for whom `verify` finds, in the place of one that the browser had. */
    readonly signIn: (
      input: SignInInput,
      address: string,
      replaced?: string
    ) => Effect.Effect<SignedInUser, WrongCredentials | RateLimited | Unavailable>
    /** Ends all sessions of the user and starts a new one. Throttled like `signIn`. */
    readonly changePassword: (
      user: User,
      input: PasswordChange,
      address: string
    ) => Effect.Effect<SignedInUser, WrongCredentials | RateLimited | Unavailable>
  }
>()("tally/programs/SignIn") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const users = yield* Users
      const sessions = yield* Sessions
      const attempts = yield* SignInAttempts
      const passwords = yield* Passwords

      const match = Effect.fnUntraced(function* ({ email, password }: SignInInput) {
        const key = emailKey(email.trim())
        const found = yield* retried(users.byEmail(key))
        const right = yield* passwords.matches(password.normalize("NFKC"), found?.password_hash ?? null)
        if (found === undefined || !right) return yield* new WrongCredentials()
        yield* retried(attempts.forget(key))
        const { id, operator } = found
        return { id, email: found.email, operator }
      })
      const counted = (email: string, address: string) => retried(attempts.count(emailKey(email.trim()), address))
      const verify = Effect.fn("SignIn.verify")(function* (input: SignInInput, address: string) {
        yield* counted(input.email, address)
        return yield* match(input)
      })

      return SignIn.of({
        verify,
        signIn: Effect.fn("SignIn.signIn")(function* (input, address, replaced) {
          const user = yield* verify(input, address)
          return { user, secret: yield* transactOnce(sql)(sessions.start(user.id, replaced)) }
        }),
        changePassword: Effect.fn("SignIn.changePassword")(function* (user, input, address) {
          yield* counted(user.email, address)
          // Both hashes at once: one after the other they take twice as long. A wrong password throws the new one's away.
          const [, hash] = yield* Effect.all(
            [match({ email: user.email, password: input.current_password }), passwords.hash(input.new_password)],
            { concurrency: 2 }
          )
          const renewed = Effect.andThen(users.setPassword(user.id, hash), sessions.start(user.id))
          return { user, secret: yield* transactOnce(sql)(renewed) }
        })
      })
    })
  )
}
