import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { BusinessInput, ManagedAccount } from "../../domain/accounts/Account.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { Members } from "../../store/accounts/Members.ts"
import { Passwords } from "../../store/accounts/Passwords.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { transactOnce } from "../../store/database/Transaction.ts"
import { Users } from "../../store/accounts/Users.ts"
import { type DeliveredLink, deliverLink } from "./deliverLink.ts"

/** Opens businesses with their owners, and subaccounts. */
export class OpenAccounts extends Context.Service<
  OpenAccounts,
  {
    /**
     * Without a password the owner is invited, and an existing user with the address gets no access until the link is used. With a
     * password the user is created; an existing user without any account gets the password, and its sessions end.
     */
    readonly openBusiness: (
      input: BusinessInput
    ) => Effect.Effect<{ readonly account: ManagedAccount } & DeliveredLink, ValidationFailed | Unavailable>
    /** Fails for a parent that is a subaccount itself, and at the parent's limit, also when calls race. */
    readonly createSubaccount: (
      parent: ManagedAccount,
      name: string
    ) => Effect.Effect<ManagedAccount, ValidationFailed | Unavailable>
  }
>()("tally/programs/accounts/OpenAccounts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* Accounts
      const members = yield* Members
      const users = yield* Users
      const passwords = yield* Passwords
      const transport = yield* EmailTransport
      const { href } = yield* publicUrl

      const createOwner = Effect.fnUntraced(function* (email: string, password_hash: string, account_id: string) {
        const existing = yield* users.byEmail(email)
        const id = existing?.id ?? (yield* makeId("usr"))
        if (existing === undefined) {
          const created_at = new Date(yield* Clock.currentTimeMillis)
          yield* users.create({ id, email, operator: false, password_hash, created_at, proven: true })
        } else {
          if (existing.operator || (yield* members.isMemberAnywhere(id))) return yield* ownerExists
          yield* users.setPassword(id, password_hash, true)
        }
        yield* accounts.addOwner(account_id, id)
      })
      return OpenAccounts.of({
        openBusiness: Effect.fn("OpenAccounts.openBusiness")(function* ({ name, owner }) {
          const hash = owner.password === undefined ? null : yield* passwords.hash(owner.password)
          const open = Effect.gen(function* () {
            // Of two businesses opened at once for one new owner, the second finds the user that the first created.
            yield* users.lock
            const account = yield* accounts.create({ name })
            if (hash !== null) {
              yield* createOwner(owner.email, hash, account.id)
              return { account, secret: null }
            }
            const origin = { made_by: null, proves: true }
            const invited = members.invite(account.id, { email: owner.email, role: "owner" }, origin)
            const { secret } = yield* Effect.catchTag(invited, "NotFound", Effect.die)
            return { account, secret }
          })
          const { account, secret } = yield* transactOnce(sql)(open)
          if (secret === null) return { account, link: null, mailed: false }
          const link = `${href}/dashboard/setup#${secret}`
          return { account, ...(yield* deliverLink(transport, owner.email, account.name, link)) }
        }),
        createSubaccount: Effect.fn("OpenAccounts.createSubaccount")(function* (parent, name) {
          if (parent.parent_id !== null) return yield* tooDeep
          return yield* transactOnce(sql)(accounts.createSubaccount(parent, name))
        })
      })
    })
  )
}

const ownerExists = invalid("owner.password", "A user with this e-mail exists; leave the password out to send a link")

const tooDeep = invalid("", "A subaccount has no subaccounts")
