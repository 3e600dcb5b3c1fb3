import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ManagedAccount, BusinessInput } from "../domain/ManagedAccount.ts"
import type { Unavailable } from "../domain/Failure.ts"
import { invalid, type ValidationFailed } from "../domain/Fault.ts"
import { makeId } from "../domain/Id.ts"
import { ManagedAccounts } from "../store/ManagedAccounts.ts"
import { Passwords } from "../store/Passwords.ts"
import { SetupLinks } from "../store/SetupLinks.ts"
import { transactOnce } from "../store/Transaction.ts"
import { Users } from "../store/Users.ts"

/** The operator takes in another business. */
export class OpenBusiness extends Context.Service<
  OpenBusiness,
  {
    /** Gives the account and, for an owner who has no password yet, the secret of a set-up link. */
    readonly open: (
      input: BusinessInput
    ) => Effect.Effect<
      { readonly account: ManagedAccount; readonly secret: string | null },
      ValidationFailed | Unavailable
    >
  }
>()("tally/programs/OpenBusiness") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* ManagedAccounts
      const users = yield* Users
      const links = yield* SetupLinks
      const passwords = yield* Passwords

      return OpenBusiness.of({
        open: Effect.fn("OpenBusiness.open")(function* ({ name, owner }) {
          const password_hash = owner.password === undefined ? null : yield* passwords.hash(owner.password)
          const work = Effect.gen(function* () {
            // Two businesses for one new owner at once: the second finds the owner that the first made.
            yield* sql`SELECT pg_advisory_xact_lock(7262012)`
            const known = yield* users.byEmail(owner.email)
            if (known !== undefined && password_hash !== null) return yield* knownOwner
            const id = known?.id ?? (yield* makeId("usr"))
            const created_at = new Date(yield* Clock.currentTimeMillis)
            if (known === undefined) {
              yield* users.create({ id, email: owner.email, operator: false, password_hash, created_at })
            }
            const account = yield* accounts.create({ name })
            yield* accounts.own(account.id, id)
            const needsLink = (known?.password_hash ?? password_hash) === null
            return { account, secret: needsLink ? yield* links.create(id) : null }
          })
          return yield* transactOnce(sql)(work)
        })
      })
    })
  )
}

const knownOwner = invalid("owner.password", "This person has a password already; leave it out")
