import { Schema } from "effect"

/** The role of a user in an account: a member or an owner of it or of its parent, or the operator, who may act for every account. */
export const AccountRole = Schema.Literals(["member", "owner", "operator"])
export type AccountRole = typeof AccountRole.Type

/** The access that an endpoint requires: none, a session, or a role. */
export type CallerRole = "anyone" | "user" | AccountRole

const ranks: Readonly<Record<CallerRole, number>> = { anyone: 0, user: 1, member: 2, owner: 3, operator: 4 }

/** Whether a caller may do what requires a role: each role may also do what the lower ones may. */
export const mayCall = (held: CallerRole, required: CallerRole): boolean => ranks[held] >= ranks[required]
