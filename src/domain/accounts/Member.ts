import { Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { Timestamp } from "../values/Time.ts"

/** Owners manage the account's members. */
export const Role = Schema.Literals(["owner", "member"])
export type Role = typeof Role.Type

/** A user who may act for an account; with status `invited`, one who has not used the invitation's link yet. */
export const Member = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  role: Role,
  status: Schema.Literals(["active", "invited"]),
  /** How many active API tokens and application secrets the user created, in the account and the subaccounts reached through it. */
  credentials: Schema.Int,
  created_at: Timestamp
}).annotate({ identifier: "Member" })
export type Member = typeof Member.Type

export const Invitation = Schema.Struct({ email: Email, role: Role }).annotate({ identifier: "Invitation" })
export type Invitation = typeof Invitation.Type

export const MemberChange = Schema.Struct({ role: Role }).annotate({ identifier: "MemberChange" })

/** A removed member, with the number of credentials that were revoked. */
export const RemovedMember = Schema.Struct({ ...Member.fields, revoked: Schema.Int }).annotate({
  identifier: "RemovedMember"
})

/** The prefix of an invitation's secret, which tells it from the secret of a set-up link. */
export const invitationPrefix = "inv_"
