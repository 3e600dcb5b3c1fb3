/** Words of the businesses, the subaccounts and the limits of an account. */

// Lists of accounts
export const actions = "Actions"
export const open = "Open"

// Businesses
export const businesses = "Businesses"
export const businessesIntro = "Each business has its own contacts, orders, flows, users and limits."
export const kind = "Kind"
export const business = "Business"
export const subaccount = "Subaccount"
export const timeZone = "Time zone"
export const noBusinessesYet = "No businesses yet"
export const createFirstBusiness = "Create the first one. Its owner gets a link to sign in."
export const sampleBusiness = "My shop"
export const sampleTimeZone = "Europe/London"
export const newBusiness = "New business"
export const ownerEmail = "Owner's e-mail"
export const ownerGetsLink = "The owner gets a link to set a password"
export const invitationSent = (email: string) => `An invitation was sent to ${email}.`
export const existingPassword = (email: string) => `${email} can sign in with the existing password.`
export const invitationLink = "invitation link"

// Subaccounts
export const subaccounts = "Subaccounts"
export const subaccountsIntro =
  "A subaccount has its own contacts, orders and flows, and shares the rate limits of this account."
export const newSubaccount = "New subaccount"
export const subaccountId = "ID (Service-Account-Id)"
export const noSubaccounts = "No subaccounts"
export const subaccountUse = "Most stores need one account. Add a subaccount for a separate brand or country."
export const sampleSubaccount = "My shop, Germany"
export const sampleTime = "Today, 10:12"

// Limits
export const limits = "Limits"
export const accountSharesLimits = "All tokens and apps of the account and of its subaccounts share the request limits."
export const subaccountDrawsOnLimits = "A subaccount draws on the request limits of the account that it belongs to."
export const requestsPerMinute = "API requests per minute"
export const requestsPerDay = "API requests per day (UTC)"
export const subaccountLimit = "Subaccounts"
export const operatorChangesLimits = "The operator of this service can change them."
export const saved = "Saved."
