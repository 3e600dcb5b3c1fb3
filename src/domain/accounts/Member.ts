import { Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { Timestamp } from "../values/Time.ts"

/** An owner also says who else may act for the account. */
export const Role = Schema.Literals(["owner", "member"])
export type Role = typeof Role.Type

/** Somebody who may act for an account, or under `invited` who may once they use their link. */
export const Member = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  role: Role,
  status: Schema.Literals(["active", "invited"]),
  /** Active API tokens and application secrets that were shown to them, in the account and the subaccounts they reach through it. */
  credentials: Schema.Int,
  created_at: Timestamp
}).annotate({ identifier: "Member" })
export type Member = typeof Member.Type

export const Invitation = Schema.Struct({ email: Email, role: Role }).annotate({ identifier: "Invitation" })
export type Invitation = typeof Invitation.Type

export const MemberChange = Schema.Struct({ role: Role }).annotate({ identifier: "MemberChange" })

/** Somebody who was removed, and how many credentials of theirs were revoked. */
export const RemovedMember = Schema.Struct({ ...Member.fields, revoked: Schema.Int }).annotate({
  identifier: "RemovedMember"
})

/** How the secret of a link for an account begins, unlike that of a set-up link. */
export const invitationMark = "inv_"
