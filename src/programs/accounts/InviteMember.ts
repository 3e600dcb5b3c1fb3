import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import type { ManagedAccount } from "../../domain/accounts/ManagedAccount.ts"
import type { Invitation, Member } from "../../domain/accounts/Member.ts"
import type { User } from "../../domain/accounts/User.ts"
import { EmailTransport } from "../../messages/email/EmailTransport.ts"
import { Members } from "../../store/accounts/Members.ts"
import { publicUrl } from "../../store/database/PublicUrl.ts"
import { transact } from "../../store/database/Transaction.ts"
import { type DeliveredLink, deliverLink } from "./deliverLink.ts"

/** An owner, or the operator, invites somebody to act for an account. */
export class InviteMember extends Context.Service<
  InviteMember,
  {
    /** Answers alike, after the same work, whether anybody signs in with the e-mail or not; only members of the account are told. */
    readonly invite: (
      account: ManagedAccount,
      input: Invitation,
      by: User
    ) => Effect.Effect<Member & DeliveredLink, NotFound | ValidationFailed | Unavailable>
  }
>()("tally/programs/accounts/InviteMember") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const members = yield* Members
      const transport = yield* EmailTransport
      const { href } = yield* publicUrl
      return InviteMember.of({
        invite: Effect.fn("InviteMember.invite")(function* (account, input, by) {
          const grant = { made_by: by.operator ? null : by.id, proves: transport.sends || by.operator }
          const { secret, ...member } = yield* transact(sql)(members.invite(account.id, input, grant))
          const link = `${href}/dashboard/setup#${secret}`
          return { ...member, ...(yield* deliverLink(transport, member.email, account.name, link)) }
        })
      })
    })
  )
}
