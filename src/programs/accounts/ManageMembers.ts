import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ManagedAccount } from "../../domain/accounts/Account.ts"
import type { Invitation, Member, Role } from "../../domain/accounts/Member.ts"
import type { User } from "../../domain/accounts/User.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { EmailTransport } from "../../messages/email/EmailTransport.ts"
import { Members } from "../../store/accounts/Members.ts"
import { publicUrl } from "../../store/database/PublicUrl.ts"
import { transact } from "../../store/database/Transaction.ts"
import { type DeliveredLink, deliverLink } from "./deliverLink.ts"

/** Invites, changes and removes the members of an account, each call in one transaction. The caller checks that the user is an owner. */
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
     * Removes a member or withdraws an invitation, and with `revoke` revokes the member's credentials; `revoked` is their number. Once it
     * returns, no session of the user reaches the account. An account keeps an owner, also when calls race.
     */
    readonly remove: (
      account_id: string,
      id: string,
      revoke: boolean
    ) => Effect.Effect<Member & { readonly revoked: number }, NotFound | ValidationFailed | Unavailable>
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
        remove: (account_id, id, revoke) => transact(sql)(members.remove(account_id, id, revoke))
      })
    })
  )
}
