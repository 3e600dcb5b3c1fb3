/** Words of the settings: the page with its sections, and the short sections. */

// Page
export const settings = "Settings"
export const section = "Section"

/** The groups of sections. */
export const groups = {
  store: "Store",
  sending: "Sending",
  team: "Team",
  developers: "Developers",
  operator: "Operator"
}

/** The sections. */
export const sections = {
  account: "Store details",
  integrations: "Integrations Hub",
  site: "Site",
  subaccounts: "Subaccounts",
  sending: "Sending",
  senders: "Senders",
  topics: "Topics",
  users: "Users",
  password: "Your password",
  tokens: "API tokens",
  apps: "Apps",
  webhooks: "Webhooks",
  usage: "API usage",
  limits: "Limits",
  requests: "Requests",
  testClock: "Test clock",
  businesses: "Businesses"
}

// Store details
export const country = "Country"
export const countryUse = "Phone numbers without a country code are read as numbers of this country"
export const noMatchingCountry = "No matching country"
export const language = "Language"
export const languageUse =
  "Of the words that Tally adds to your messages, such as the link to unsubscribe. A contact with a custom field language has its own"
export const languageOfCountry = "By country"
export const timeZone = "Time zone"
export const timeZoneUse = "Texts are sent between 08:00 and 20:00 in this zone"
export const noMatchingTimeZone = "No matching time zone"
export const settingsNotSaved = "Couldn't save settings"
export const saved = "Saved."

// Your password
export const newPasswordSignsOut = "A new password signs you out everywhere else."
export const currentPassword = "Current password"
export const wrongPassword = "This is not your password"
export const newPassword = "New password"
export const passwordChanged = "Your password is changed. All other sessions have ended."
export const changePassword = "Change password"

// Webhooks
export const signingSecret = "Signing secret"
export const signingSecretUse =
  "Receivers of your webhooks use it to verify that a call is from this account. The owners of the account see it."
export const signingSecretLabel = "signing secret"
export const rotateSecret = "Rotate secret"
export const rotateSecretTitle = "Rotate the signing secret?"
export const rotateSecretEffect =
  "Webhooks are signed with the new secret from now on. Receivers reject calls until they have it. Rejected calls are retried for three days."

// Test clock
export const testClock = "Test clock"
export const testClockUse =
  "A test account has a clock of its own. Advancing it runs delays, quiet hours and rate limits at once."
export const clockTimeBefore = (isTest: boolean) =>
  `${isTest ? "This is a test account." : "This is a real account: its clock can't be changed."} Its time is `
export const clockTimeAfter = "."
export const makeTestAccount = "Make it a test account"
export const makeTestAccountTitle = "Make this a test account?"
export const makeTestAccountEffect = "It stays one for good. This is possible for subaccounts without contacts."
export const operatorSetsClocks = "The operator of this service makes test accounts and advances clocks."
export const advanceBy = "Advance by"
export const advance = "Advance"
export const unit = "Unit"
/** The units that follow a number. */
export const clockUnits = (isOne: boolean) =>
  isOne
    ? { minutes: "minute", hours: "hour", days: "day", weeks: "week" }
    : { minutes: "minutes", hours: "hours", days: "days", weeks: "weeks" }
