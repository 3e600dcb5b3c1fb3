import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { emailKey } from "../../domain/contacts/Email.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { SetUpInput } from "../../domain/accounts/SignIn.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { Passwords } from "../../store/accounts/Passwords.ts"
import { Sessions } from "../../store/accounts/Sessions.ts"
import { SetupLinks } from "../../store/accounts/SetupLinks.ts"
import { retried, transactOnce } from "../../store/database/Transaction.ts"
import { Users } from "../../store/accounts/Users.ts"
import type { SignedInUser } from "./SignIn.ts"

/** Uses a one-time link to set a password, for the first owner or for a password reset. */
export interface SetUp {
  /** Sets the password and starts a session, ending the `replaced` one. Of calls that race for one link, one succeeds. */
  readonly setUp: (input: SetUpInput, replaced?: string) => Effect.Effect<SignedInUser, ValidationFailed | Unavailable>
}

export const makeSetUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const users = yield* Users
  const accounts = yield* Accounts
  const sessions = yield* Sessions
  const links = yield* SetupLinks
  const passwords = yield* Passwords

  const createFirstOwner = Effect.fnUntraced(function* (input: SetUpInput, password_hash: string) {
    // Two first runs that raced may have created two links; the first use wins.
    if (yield* users.exist) return yield* unusable
    const account = (yield* accounts.oldestBusiness) ?? (yield* accounts.create({ name: "My store" }))
    const user = { id: yield* makeId("usr"), email: input.email, operator: true }
    const created_at = new Date(yield* Clock.currentTimeMillis)
    yield* users.create({ ...user, password_hash, created_at, proven: true })
    yield* accounts.addOwner(account.id, user.id)
    if (input.account_name !== undefined) yield* accounts.rename(account.id, input.account_name)
    return user
  })

  const resetPassword = Effect.fnUntraced(function* (
    { user_id, proves }: { readonly user_id: string; readonly proves: boolean },
    input: SetUpInput,
    password_hash: string
  ) {
    const found = yield* users.byId(user_id)
    if (found === undefined) return yield* unusable
    if (emailKey(found.email) !== emailKey(input.email)) return yield* differentEmail
    yield* users.setPassword(user_id, password_hash, proves)
    return { id: found.id, email: found.email, operator: found.operator }
  })

  const part: SetUp = {
    setUp: Effect.fn("SignIn.setUp")(function* (input, replaced) {
      // Check the link before the expensive hash, and hash outside the transaction.
      if (!(yield* retried(links.isUsable(input.secret)))) return yield* unusable
      const hash = yield* passwords.hash(input.password)
      const use = Effect.gen(function* () {
        // Serialise with invitations of the same user: the later one then sees the new password, or that the link is gone.
        yield* users.lock
        const link = yield* links.use(input.secret)
        if (link === undefined) return yield* unusable
        const { user_id, proves } = link
        const user =
          user_id === null
            ? yield* createFirstOwner(input, hash)
            : yield* resetPassword({ user_id, proves }, input, hash)
        return { user, secret: yield* sessions.start(user.id, replaced) }
      })
      return yield* transactOnce(sql)(use)
    })
  }
  return part
})

const unusable = invalid("secret", "The link is unknown, used or too old; if you have used it, sign in")
const differentEmail = invalid("email", "The link was made for another e-mail address")
