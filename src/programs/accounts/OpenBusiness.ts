import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ManagedAccount, BusinessInput } from "../../domain/accounts/ManagedAccount.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { EmailTransport } from "../../messages/email/EmailTransport.ts"
import { ManagedAccounts } from "../../store/accounts/ManagedAccounts.ts"
import { Members } from "../../store/accounts/Members.ts"
import { Passwords } from "../../store/accounts/Passwords.ts"
import { publicUrl } from "../../store/database/PublicUrl.ts"
import { transactOnce } from "../../store/database/Transaction.ts"
import { Users } from "../../store/accounts/Users.ts"
import { type DeliveredLink, deliverLink } from "./deliverLink.ts"

/** The operator takes in another business. */
export class OpenBusiness extends Context.Service<
  OpenBusiness,
  {
    /**
     * Without a password the owner is invited: whoever has the address here already gets nothing until the link is used. With one, the
     * user is made, or an old one that acts for no account gets this password and loses its sessions.
     */
    readonly open: (
      input: BusinessInput
    ) => Effect.Effect<{ readonly account: ManagedAccount } & DeliveredLink, ValidationFailed | Unavailable>
  }
>()("tally/programs/accounts/OpenBusiness") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* ManagedAccounts
      const members = yield* Members
      const users = yield* Users
      const passwords = yield* Passwords
      const transport = yield* EmailTransport
      const { href } = yield* publicUrl

      const own = Effect.fnUntraced(function* (email: string, password_hash: string, account_id: string) {
        const known = yield* users.byEmail(email)
        const id = known?.id ?? (yield* makeId("usr"))
        if (known === undefined) {
          const created_at = new Date(yield* Clock.currentTimeMillis)
          yield* users.create({ id, email, operator: false, password_hash, created_at, proven: true })
        } else {
          if (known.operator || (yield* members.actsForAny(id))) return yield* knownOwner
          yield* users.setPassword(id, password_hash, true)
        }
        yield* accounts.own(account_id, id)
      })

      return OpenBusiness.of({
        open: Effect.fn("OpenBusiness.open")(function* ({ name, owner }) {
          const hash = owner.password === undefined ? null : yield* passwords.hash(owner.password)
          const work = Effect.gen(function* () {
            // Two businesses for one new owner at once: the second finds the owner that the first made.
            yield* sql`SELECT pg_advisory_xact_lock(7262012)`
            const account = yield* accounts.create({ name })
            if (hash !== null) {
              yield* own(owner.email, hash, account.id)
              return { account, secret: null }
            }
            const grant = { made_by: null, proves: true }
            const invited = members.invite(account.id, { email: owner.email, role: "owner" }, grant)
            const { secret } = yield* Effect.catchTag(invited, "NotFound", Effect.die)
            return { account, secret }
          })
          const { account, secret } = yield* transactOnce(sql)(work)
          if (secret === null) return { account, link: null, mailed: false }
          const link = `${href}/dashboard/setup#${secret}`
          return { account, ...(yield* deliverLink(transport, owner.email, account.name, link)) }
        })
      })
    })
  )
}

const knownOwner = invalid("owner.password", "This person signs in already; leave the password out to send a link")
