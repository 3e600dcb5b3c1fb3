/** Words of the API tokens, the apps and their scopes. */
import type { Scope } from "../../../domain/accounts/Scope.ts"
import { counted } from "../common.ts"

export const actions = "Actions"
export const scopes = "Scopes"

/** The calls that a scope allows. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  contacts_read: "Read and export contacts with their history and notes",
  contacts_write: "Create, update, unsubscribe, merge and delete contacts, and write notes",
  events_write: "Send custom events",
  orders_write: "Create and update orders",
  events_read: "Read events with the flows that they started",
  orders_read: "Read and export orders",
  carts_read: "Read carts with what became of each",
  carts_write: "Create, replace and remove carts",
  products_read: "Read products",
  products_write: "Create, replace and remove products",
  coupons_read: "Read coupons with the orders that used them",
  coupons_write: "Create and delete coupons, and add codes",
  topics_read: "Read topics of marketing mail",
  topics_write: "Create, rename and delete topics",
  media_read: "Read the media library",
  media_write: "Upload and delete pictures",
  templates_read: "Read saved templates",
  templates_write: "Save, rename and delete templates",
  segments_read: "Read segments, with the contacts in them",
  segments_write: "Create, change and delete segments",
  campaigns_read: "Read campaigns with their reviews and results",
  campaigns_write: "Create, schedule, pause and cancel campaigns",
  flows_read: "Read flows with their runs and reports",
  flows_write: "Create, change, activate and delete flows",
  forms_read: "Read sign-up forms with their sign-ups",
  forms_write: "Create, change and delete sign-up forms",
  imports_read: "Read imports and their failed rows",
  imports_write: "Import files of contacts and orders",
  messages_read: "Read and export messages",
  webhooks_read: "Read webhook deliveries",
  webhooks_write: "Send webhooks again",
  senders_read: "Read the sender and the sending limits",
  senders_write: "Change the sender and the sending limits",
  site_read: "Read the settings of the site",
  site_write: "Change the settings of the site",
  reports_read: "Read the figures of the account"
}

// List of API tokens
export const tokens = "API tokens"
export const tokensIntro = "Tokens let your store call the Tally API. Up to 25 can be active."
export const expires = "Expires"
export const neverExpires = "Never"
export const createdBy = "Created by"
export const lastUsed = "Last used"
export const noTokensYet = "No tokens yet"
export const createFirstToken = "Create one to send the first order of your store."
export const sampleToken = "Shop backend"

// New API token
export const newToken = "New token"
export const newTokenTitle = "New API token"
export const tokenNameExample = "For example the name of your store"
export const scopeRequired = "Choose at least one: a token without scopes can't do anything"
export const noExpiry = "No expiry"
export const days = (count: number) => counted(count, "day")
export const oneYear = "1 year"
export const tokenCalled = (name: string) => `token ${name}`

// Actions of an API token
export const renew = "Renew"
export const renewTitle = (name: string) => `Renew ${name}`
export const renewEffect = "Renewing adds the original lifetime to the expiry date."
export const revoke = "Revoke"
export const revokeTitle = (name: string) => `Revoke ${name}?`
export const revokeEffect = "Programs that use this token stop working at once. This can't be undone."

// List of apps
export const apps = "Apps"
export const appsIntro = "Apps exchange their secret for access tokens that last two hours. A new app has no scopes."
export const newApp = "New app"
export const newAppTitle = "New app"
export const nameAndClientId = "Name and client ID"
export const secretCreatedBy = (user: string | null) => `Created by ${user ?? "an unknown user"}`
export const secretRevoked = "Revoked. Create a new one"
export const noScopes = "None"
export const noAppsYet = "No apps yet"
export const createFirstApp = "Create one for a program that signs in with OAuth."
export const sampleApp = "Loyalty program"
export const clientId = "client ID"
export const clientSecret = "client secret"
export const secret = "Secret"

// Actions of an app
export const scopesTitle = (app: string) => `Scopes of ${app}`
export const newSecret = "New secret"
export const newSecretTitle = (app: string) => `New secret for ${app}`
export const newSecretEffect = "The current secret stops working at once."
export const regenerate = "Regenerate"
export const revokeAll = "Revoke all"
export const revokeAllTitle = (app: string) => `Revoke all access tokens of ${app}?`
export const revokeAllEffect = "All its access tokens stop working at once. It can get new ones with its secret."
export const deleteAppTitle = (app: string) => `Delete ${app}?`
export const deleteAppEffect = "Its client ID, secret and access tokens stop working at once. This can't be undone."
