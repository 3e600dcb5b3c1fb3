import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ManagedAccount } from "../../domain/accounts/Account.ts"
import { type MadeCredential, maxMadeCredentials, namedCredentials } from "../../domain/accounts/MadeCredential.ts"
import type { Invitation, Member, Role } from "../../domain/accounts/Member.ts"
import type { User } from "../../domain/accounts/User.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { Members } from "../../store/accounts/Members.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { transact } from "../../store/database/Transaction.ts"
import { type DeliveredLink, deliverLink } from "./deliverLink.ts"

/** Invites, changes and removes the members of an account, each call in one transaction. The endpoints require an owner. */
export class ManageMembers extends Context.Service<
  ManageMembers,
  {
    /** Does the same work and gives the same answer whether or not a user has the e-mail, unless that user is a member already. */
    readonly invite: (
      account: ManagedAccount,
      input: Invitation,
      by: User
    ) => Effect.Effect<Member & DeliveredLink, NotFound | ValidationFailed | Unavailable>
    /** Changes the role. An account keeps an owner, also when calls race. */
    readonly change: (
      account_id: string,
      id: string,
      role: Role
    ) => Effect.Effect<Member, NotFound | ValidationFailed | Unavailable>
    /**
     * Removes a member or withdraws an invitation, and revokes what `revoke` (`RevokedCredentials`) names of the credentials that the
     * member made; `revoked` is their number. Once it returns, no session of the user reaches the account. An account keeps an owner, also
     * when calls race.
     */
    readonly remove: (
      account_id: string,
      id: string,
      revoke: string
    ) => Effect.Effect<Member & { readonly revoked: number }, NotFound | ValidationFailed | Unavailable>
    /** At most 400 of the credentials that the member made, and the number of all. */
    readonly made: (
      account_id: string,
      id: string
    ) => Effect.Effect<{ readonly data: ReadonlyArray<MadeCredential>; readonly total: number }, NotFound | Unavailable>
  }
>()("tally/programs/accounts/ManageMembers") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const members = yield* Members
      const transport = yield* EmailTransport
      const { href } = yield* publicUrl
      return ManageMembers.of({
        invite: Effect.fn("ManageMembers.invite")(function* (account, input, by) {
          const origin = { made_by: by.operator ? null : by.id, proves: transport.sends || by.operator }
          const { secret, ...member } = yield* transact(sql)(members.invite(account.id, input, origin))
          const link = `${href}/dashboard/setup#${secret}`
          return { ...member, ...(yield* deliverLink(transport, member.email, account.name, link)) }
        }),
        change: (account_id, id, role) => transact(sql)(members.change(account_id, id, role)),
        remove: Effect.fn("ManageMembers.remove")(function* (account_id, id, revoke) {
          return yield* transact(sql)(
            Effect.gen(function* () {
              // Also holds the lock on the account, so that no member is removed twice at once.
              const member = yield* members.remove(account_id, id)
              const made = namedCredentials(revoke, yield* members.listMade(account_id, id))
              yield* members.revokeMade(made)
              return { ...member, revoked: made.length }
            })
          )
        }),
        made: Effect.fn("ManageMembers.made")(function* (account_id, id) {
          yield* members.read(account_id, id)
          const all = yield* transact(sql)(members.listMade(account_id, id))
          return { data: all.slice(0, maxMadeCredentials), total: all.length }
        })
      })
    })
  )
}
