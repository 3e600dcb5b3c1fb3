import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { emailKey } from "../../domain/contacts/Email.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { SetUpInput } from "../../domain/accounts/SignIn.ts"
import { ManagedAccounts } from "../../store/accounts/ManagedAccounts.ts"
import { Passwords } from "../../store/accounts/Passwords.ts"
import { Sessions } from "../../store/accounts/Sessions.ts"
import { SetupLinks } from "../../store/accounts/SetupLinks.ts"
import { retried, transactOnce } from "../../store/database/Transaction.ts"
import { Users } from "../../store/accounts/Users.ts"
import type { SignedInUser } from "./SignIn.ts"

/** A one-time link to set a password is used: by the first owner, or by somebody whose password is reset. */
export class SetUp extends Context.Service<
  SetUp,
  {
    /** Sets the password and signs in, in the place of a session that the browser had. Of calls that race for one link, one succeeds. */
    readonly use: (input: SetUpInput, replaced?: string) => Effect.Effect<SignedInUser, ValidationFailed | Unavailable>
  }
>()("tally/programs/accounts/SetUp") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const users = yield* Users
      const accounts = yield* ManagedAccounts
      const sessions = yield* Sessions
      const links = yield* SetupLinks
      const passwords = yield* Passwords

      const firstOwner = Effect.fnUntraced(function* (input: SetUpInput, password_hash: string) {
        // Two links can wait when two first starts raced; the first to be used decides.
        if (yield* users.any) return yield* dead
        const account = (yield* accounts.first) ?? (yield* accounts.create({ name: "My store" }))
        const user = { id: yield* makeId("usr"), email: input.email, operator: true }
        const created_at = new Date(yield* Clock.currentTimeMillis)
        yield* users.create({ ...user, password_hash, created_at, proven: true })
        yield* accounts.own(account.id, user.id)
        if (input.account_name !== undefined) yield* accounts.rename(account.id, input.account_name)
        return user
      })

      const passwordSet = Effect.fnUntraced(function* (
        { user_id, proves }: { readonly user_id: string; readonly proves: boolean },
        input: SetUpInput,
        password_hash: string
      ) {
        const found = yield* users.byId(user_id)
        if (found === undefined) return yield* dead
        if (emailKey(found.email) !== emailKey(input.email)) return yield* otherEmail
        yield* users.setPassword(user_id, password_hash, proves)
        return { id: found.id, email: found.email, operator: found.operator }
      })

      return SetUp.of({
        use: Effect.fn("SetUp.use")(function* (input, replaced) {
          // Hashing is dear: nobody without a link gets that far, and no transaction stays open for it.
          if (!(yield* retried(links.usable(input.secret)))) return yield* dead
          const hash = yield* passwords.hash(input.password)
          const claim = Effect.gen(function* () {
            // Not beside an invitation that the same user accepts: whichever comes second finds the link, or the password, gone.
            yield* sql`SELECT pg_advisory_xact_lock(7262012)`
            const link = yield* links.use(input.secret)
            if (link === undefined) return yield* dead
            const { user_id, proves } = link
            const user =
              user_id === null ? yield* firstOwner(input, hash) : yield* passwordSet({ user_id, proves }, input, hash)
            return { user, secret: yield* sessions.start(user.id, replaced) }
          })
          return yield* transactOnce(sql)(claim)
        })
      })
    })
  )
}

const dead = invalid("secret", "The link is unknown, used or too old; if you have used it, sign in")
const otherEmail = invalid("email", "The link was made for another e-mail address")
