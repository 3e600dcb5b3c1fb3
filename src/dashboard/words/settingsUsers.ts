/** Words of the users of an account. */
import type { Role } from "../../domain/accounts/Member.ts"

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
export const ownersManageUsers = "Owners also invite, change and remove users"
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
export const revokeCredentials = (count: number) =>
  `Also revoke ${count === 1 ? "the token or app secret" : `the ${count} tokens and app secrets`} they created`
export const revokeCredentialsEffect =
  "They may have kept a copy. Programs that use these credentials stop working at once."
export const secretsSeen =
  "They could also see the hook addresses, the signing secret and the integration tokens. You can rotate them under Sending, Webhooks and Integrations Hub."
