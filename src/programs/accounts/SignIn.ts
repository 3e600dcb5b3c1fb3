import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { emailKey } from "../../domain/contacts/Email.ts"
import type { RateLimited, Unavailable } from "../../domain/Errors.ts"
import { type PasswordChange, type SignInInput, WrongCredentials } from "../../domain/accounts/SignIn.ts"
import type { User } from "../../domain/accounts/User.ts"
import { Passwords } from "../../store/accounts/Passwords.ts"
import { Sessions } from "../../store/accounts/Sessions.ts"
import { retried, transactOnce } from "../../store/database/Transaction.ts"
import { Users } from "../../store/accounts/Users.ts"
import { makeSetUp, type SetUp } from "./SetUp.ts"
import { type AcceptInvitation, makeAcceptInvitation } from "./AcceptInvitation.ts"
import { makeResetPassword, type ResetPassword } from "./ResetPassword.ts"

/** A user, and the secret of the user's new session. */
export interface SignedInUser {
  readonly user: User
  readonly secret: string
}

/**
 * Starts sessions: by e-mail and password, by the link of a first run or a reset, and by an invitation. Changes passwords, and makes links
 * to reset them.
 */
export class SignIn extends Context.Service<
  SignIn,
  {
    /**
     * Starts a session, ending the `replaced` one. Throttled by client address, and by e-mail and client address. Unknown e-mails and
     * wrong passwords give the same error in the same time.
     */
    readonly signIn: (
      input: SignInInput,
      address: string,
      replaced?: string
    ) => Effect.Effect<SignedInUser, WrongCredentials | RateLimited | Unavailable>
    /** Changes the password, ends the user's sessions and starts a new one. Throttled like `signIn`. */
    readonly changePassword: (
      user: User,
      input: PasswordChange,
      address: string
    ) => Effect.Effect<SignedInUser, WrongCredentials | RateLimited | Unavailable>
  } & SetUp &
    AcceptInvitation &
    ResetPassword
>()("tally/programs/accounts/SignIn") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const users = yield* Users
      const sessions = yield* Sessions
      const passwords = yield* Passwords

      const count = (email: string, address: string) => retried(sessions.countAttempt(emailKey(email.trim()), address))
      const verify = Effect.fnUntraced(function* (
        { email, password }: SignInInput,
        { rank, clear }: Effect.Success<ReturnType<typeof count>>
      ) {
        const found = yield* retried(users.byEmail(email.trim()))
        const matches = yield* passwords.matches(password.normalize("NFKC"), found?.password_hash ?? null, rank)
        if (found === undefined || !matches) return yield* new WrongCredentials()
        yield* retried(clear)
        return found
      })
      // Another call may have changed the password since it was compared.
      const lockPassword = Effect.fnUntraced(function* ({
        id,
        password_hash
      }: Effect.Success<ReturnType<typeof verify>>) {
        if (!(yield* users.lockPassword(id, password_hash))) return yield* new WrongCredentials()
      })

      return SignIn.of({
        signIn: Effect.fn("SignIn.signIn")(function* (input, address, replaced) {
          const found = yield* verify(input, yield* count(input.email, address))
          const { id, email, operator } = found
          const secret = yield* transactOnce(sql)(Effect.andThen(lockPassword(found), sessions.start(id, replaced)))
          return { user: { id, email, operator }, secret }
        }),
        changePassword: Effect.fn("SignIn.changePassword")(function* (user, input, address) {
          const attempt = yield* count(user.email, address)
          // Hash the new password while the old one is compared, which halves the wait.
          const [found, hash] = yield* Effect.all(
            [
              verify({ email: user.email, password: input.current_password }, attempt),
              passwords.hash(input.new_password, attempt.rank)
            ],
            { concurrency: 2 }
          )
          const change = lockPassword(found).pipe(
            Effect.andThen(users.setPassword(user.id, hash)),
            Effect.andThen(sessions.start(user.id))
          )
          return { user, secret: yield* transactOnce(sql)(change) }
        }),
        ...(yield* makeSetUp),
        ...(yield* makeAcceptInvitation),
        ...(yield* makeResetPassword)
      })
    })
  )
}
