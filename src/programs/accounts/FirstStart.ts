import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeId } from "../../domain/values/Id.ts"
import { ManagedAccounts } from "../../store/accounts/ManagedAccounts.ts"
import { Passwords } from "../../store/accounts/Passwords.ts"
import { SetupLinks } from "../../store/accounts/SetupLinks.ts"
import { transact } from "../../store/database/Transaction.ts"
import { Users } from "../../store/accounts/Users.ts"

/** What the first start made: the account, when the database was empty, and the secret of a set-up link, when nobody owns it. */
export interface FirstStart {
  readonly account_id: string | null
  readonly secret: string | null
}

/**
 * Sees to it that somebody can sign in: the owner that is given, otherwise whoever uses the set-up link. Processes that
 * start together on an empty database make one account, and one owner or one link.
 */
export const firstStart = Effect.fn("FirstStart")(function* (
  owner: { readonly email: string; readonly password: string } | null
) {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* ManagedAccounts
  const users = yield* Users
  const links = yield* SetupLinks
  const passwords = yield* Passwords
  if (yield* transact(sql)(users.any)) return nothingToDo
  const password_hash = owner === null ? null : yield* passwords.hash(owner.password)
  let made: FirstStart = nothingToDo
  const work = Effect.gen(function* () {
    yield* sql`SELECT pg_advisory_xact_lock(7262012)`
    if (yield* users.any) return nothingToDo
    const known = yield* accounts.first
    const account = known ?? (yield* accounts.create({ name: "My store" }))
    const account_id = known === undefined ? account.id : null
    if (owner === null) {
      // A try whose commit was not answered may have left its link, whose secret nobody else has.
      if (made.secret !== null && (yield* links.usable(made.secret))) return made
      made = { account_id, secret: (yield* links.waiting) ? null : yield* links.create(null, { proves: true }) }
      return made
    }
    const id = yield* makeId("usr")
    const created_at = new Date(yield* Clock.currentTimeMillis)
    yield* users.create({ id, email: owner.email, operator: true, password_hash, created_at, proven: true })
    yield* accounts.own(account.id, id)
    return { account_id, secret: null }
  })
  return yield* transact(sql)(work)
})

const nothingToDo: FirstStart = { account_id: null, secret: null }
