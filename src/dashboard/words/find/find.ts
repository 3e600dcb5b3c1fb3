/** Words of the find dialog. */
import { counted } from "../common.ts"

// The dialog
export const findAnything = "Find anything"
export const find = "Find"
export const findExamples = "Contacts, orders, products, flows, campaigns, segments, settings"
export const results = "Results"
export const resultCount = (count: number) => counted(count, "result")
export const searching = "Searching…"
export const nothingFound = "Nothing found"

// The groups of results
export const foundContacts = "Contacts"
export const foundOrders = "Orders"
export const foundProducts = "Products"
export const foundFlows = "Flows"
export const foundCampaigns = "Campaigns"
export const foundSegments = "Segments"
export const foundForms = "Forms"
export const foundPages = "Pages"
export const order = (id: string) => `Order ${id}`

// The pages, with further words that find them
export const home = { label: "Home", words: "dashboard start revenue" }
export const contacts = { label: "Contacts", words: "people customers subscribers" }
export const orders = { label: "Orders", words: "sales" }
export const coupons = { label: "Coupons", words: "discount codes voucher promotion" }
export const media = { label: "Media", words: "pictures images photos files upload library" }
export const carts = { label: "Carts", words: "abandoned checkout basket" }
export const products = { label: "Products", words: "catalog stock inventory variants prices" }
export const flows = { label: "Flows", words: "automation" }
export const segments = { label: "Segments", words: "audience group list conditions" }
export const campaigns = { label: "Campaigns", words: "newsletter broadcast bulk schedule" }
export const messages = { label: "Messages", words: "mail e-mail sms sent" }
export const events = { label: "Events", words: "live activity" }
export const forms = { label: "Forms", words: "sign-up subscribe newsletter consent" }
export const changes = { label: "Bulk changes", words: "undo history revert take back actions" }
export const imports = { label: "Imports", words: "csv upload file" }

// The sections of the settings, with further words that find them
export const settingsSection = (section: string) => `Settings: ${section}`
export const tokens = { label: "API tokens", words: "api key access developer" }
export const apps = { label: "Apps", words: "applications oauth client developer" }
export const integrations = { label: "Integrations Hub", words: "store shop connect token" }
export const site = { label: "Site", words: "snippet script website pages visitors views consent csp" }
export const sending = {
  label: "Sending",
  words: "mail e-mail smtp sender domain dkim tracking links sms hooks address provider"
}
export const senders = { label: "Senders", words: "from name address reply further mail e-mail domain" }
export const topics = { label: "Topics", words: "kinds preferences newsletter unsubscribe marketing" }
export const webhooks = { label: "Webhooks", words: "hooks signing secret developer" }
export const subaccounts = { label: "Subaccounts", words: "business" }
export const users = { label: "Users", words: "team member invite role" }
export const account = { label: "Store details", words: "account name country time zone" }
export const password = { label: "Your password", words: "security sign in" }
export const usage = { label: "API usage", words: "rate limit calls" }
export const limits = { label: "Limits", words: "rate quota" }
export const testClock = { label: "Test clock", words: "time advance" }
export const requests = { label: "Requests", words: "log api calls errors" }
