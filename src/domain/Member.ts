import { Schema } from "effect"
import { Email } from "./Email.ts"
import { Timestamp } from "./Time.ts"

/** An owner also says who else may act for the account. */
export const Role = Schema.Literals(["owner", "member"])
export type Role = typeof Role.Type

/** Somebody who may act for an account, or under `invited` who may once they use their link. */
export const Member = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  role: Role,
  status: Schema.Literals(["active", "invited"]),
  created_at: Timestamp
}).annotate({ identifier: "Member" })
export type Member = typeof Member.Type

export const Invitation = Schema.Struct({ email: Email, role: Role }).annotate({ identifier: "Invitation" })
export type Invitation = typeof Invitation.Type

export const MemberChange = Schema.Struct({ role: Role }).annotate({ identifier: "MemberChange" })

/** How the secret of a link for an account begins, unlike that of a set-up link. */
export const invitationMark = "inv_"
