/** Words of the users of an account. */
import type { MadeCredential } from "../../../domain/accounts/MadeCredential.ts"
import type { Role } from "../../../domain/accounts/Member.ts"

// List
export const users = "Users"
export const usersIntro = "People with access to this account."
export const role = "Role"
export const since = "Since"
export const actions = "Actions"
export const noMembersYet = "No members yet"
export const parentOwnersHaveAccess = "The owners of the parent account have access to this account."
export const sampleMember = "ada@example.com"
export const sampleTime = "Today, 10:12"

// Role
export const roles: Readonly<Record<Role, string>> = { member: "Member", owner: "Owner" }
export const ownersManageUsers = "Owners also manage users, credentials, stores, the sender and the settings"
export const changeRole = "Change role"
export const changeRoleTitle = (email: string) => `Change the role of ${email}`
export const change = "Change"

// Invitation
export const invite = "Invite"
export const inviteTitle = "Invite a user"
export const createInvitation = "Create invitation"
export const invitationUse =
  "The invitation link works once, for seven days. It is sent by e-mail, or shown to you if no mail server is set up"
export const invitationSent = (email: string) => `Invitation sent to ${email}.`
export const invitationRejected = (email: string) =>
  `The mail server rejected the invitation to ${email}. Invite them again later.`
export const linkFor = (email: string) => `link for ${email}`

// Reset of the password
export const resetPassword = "Reset password"
export const resetPasswordTitle = (email: string) => `A new password for ${email}`
export const resetPasswordEffect =
  "You get a link to send to them. It works once, for 24 hours. Their password stays until they set a new one, which signs them out everywhere."
export const createLink = "Create link"

// Removal
export const removeTitle = (email: string) => `Remove ${email}?`
export const removeEffect = "They lose access to this account at once. Everything they created stays."
export const revokeTheirs = "Revoke what they made"
export const revokeEffect =
  "They may have kept a copy. Programs that use what is ticked stop working at once. Stores and providers need the new token or address."
/** A credential with what it belongs to; `account` names a subaccount. */
export const madeCredential = (kind: MadeCredential["kind"], name: string, account?: string) =>
  `${credentialNames[kind](name)}${account === undefined ? "" : ` (${account})`}`
const credentialNames: Readonly<Record<MadeCredential["kind"], (name: string) => string>> = {
  token: (name) => `API token ${name}`,
  app_secret: (name) => `Secret of the app ${name}`,
  integration_token: (name) => `Token and address of the store ${name}`,
  hook_addresses: () => "Addresses for reports of mail and text providers",
  webhook_secret: () => "Signing secret of webhooks"
}
export const furtherCredentials = (count: number) =>
  `${count} more are revoked too, unless you keep one of the list: then revoke them under API tokens and Apps.`
export const secretsSeen =
  "An owner could also see what others made. You can rotate it under Sending, Webhooks and Integrations Hub."
