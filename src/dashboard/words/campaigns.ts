/** Words of the campaign pages. */
import { counted } from "./common.ts"

// List
export const campaigns = "Campaigns"
export const listSubtitle = "One message to many contacts at once."
export const campaign = "Campaign"
export const channel = "Channel"
export const sends = "Sends"
export const ended = "Ended"
export const sampleName = "Autumn sale"
export const sampleTime = "Today, 10:12"
export const noCampaignsYet = "No campaigns yet"
export const whatIsCampaign =
  "A campaign sends one e-mail or text to the contacts of your segments, at a time you choose."

// New campaign
export const newCampaign = "New campaign"

// Time of sending and variants, as texts
export const whenScheduled = "When scheduled"
export const inContactsTime = (time: string) => `${time}, contact's time`
export const variantName = (letter: string) => `Variant ${letter}`

// Page of a campaign
export const backToCampaigns = "← Campaigns"
export const backToEditing = "Back to editing"
export const messages = "Messages"

// Actions
export const backToDraft = "Back to draft"
export const pause = "Pause"
export const resume = "Resume"
export const cancelCampaign = "Cancel campaign"
export const cancelTitle = "Cancel this campaign?"
export const cancelText = "Messages that were not sent yet are skipped. This can't be undone."
export const deleteTitle = "Delete this campaign?"
export const deleteText = "Sent messages stay in the history of your contacts. This can't be undone."

// Form of a draft
export const saveDraft = "Save draft"
export const saved = "Saved."
export const review = "Review"
export const backtest = "Backtest"

// Content
export const content = "Content"
export const variantsShare = "The variants share your audience evenly."
export const removeVariant = (name: string) => `Remove ${name}`
export const addVariant = "Add variant for A/B test"
export const text = "Text"
export const textHint =
  "Liquid: {{ contact.first_name | default: 'there' }}. Sent between 08:00 and 20:00 in the account's time zone. Links become short."
export const subject = "Subject"
export const html = "HTML"
export const htmlHint =
  "Liquid: {{ contact.first_name | default: 'there' }}, {{ contact.custom_fields.size }}. Products: {% for product in products.best_sellers limit: 4 %}, or new, recently_viewed, in_cart, bought_together."
export const mailLayout = "Mail layout"
export const mailLayoutHint = "Adds logo, colour, postal address and unsubscribe links."
export const previewAppears = "The preview appears when there is something to show."
export const holdout = "Holdout, percent"
export const holdoutHint = "Contacts that get nothing, so that you can compare."

// Audience
export const audience = "Audience"
export const audienceHint = "Contacts without consent are left out when the message is sent."
export const allContacts = "All contacts"
export const loadingName = "…"
export const sendTo = "Send to"
export const sendToHint = "Contacts in any of these segments"
export const chooseSegments = "Choose segments"
export const dontSendTo = "Don't send to"
export const dontSendToHint = "Without contacts in any of these segments"
export const noSegment = "No segment"
/** Follows a count that is kept. */
export const asOf = (time: string) => ` (counted ${time})`
export const audienceSize = (contacts: number, recipients: number) =>
  `${counted(contacts, "contact")}, ${recipients.toLocaleString()} of whom would get the message`

// Time
export const send = "Send"
export const asSoonAsScheduled = "As soon as it is scheduled"
export const atDateAndTime = "At a date and time"
export const dateAndTime = "Date and time"
export const timeZone = "Time zone"
export const zoneOfAccount = "The account's"
export const zoneOfContact = "Each contact's own"
export const zoneOfContactHint =
  "From the custom field timezone (or Time Zone, tz …), else the phone's country if it has one zone, else the account's"
export const limitPace = "Limit the pace"
export const messagesAnHour = "Messages an hour"

// Review
export const fixBeforeScheduling = (problems: number) => `Fix ${counted(problems, "problem")} before scheduling`
/** The parts of the form, by the first part of the field that a problem names. */
export const places: Readonly<Record<string, string>> = {
  audience: "Audience",
  send_at: "Time",
  sender: "Sender",
  sender_id: "Sender",
  variant_test: "The better variant",
  resend: "Send again"
}
// A draft that somebody else saved
export const changedElsewhere = "This campaign was changed elsewhere"
export const newerDraftSaved = "It was saved by somebody since you opened it. Nothing of yours is saved yet."

export const checklist = "Before you send"
export const checklistHint = "Nothing here prevents sending."
export const checkLinks = "Check the links"
export const checkedLinks = "Links that were checked"
export const noLinksToCheck = "There is no link that is the same for everybody."
export const uncheckedLinks = (count: number) => `${counted(count, "more link")} not checked.`
export const checked = (passed: boolean) => (passed ? "✓" : "To look at:")

// The parts of a content
export const blockAt = (position: number) => `block ${position}`
export const parts: Readonly<Record<string, string>> = {
  content: "mail",
  subject: "subject",
  preheader: "preview text",
  html: "HTML",
  text: "text"
}
export const contactCount = (count: number) => counted(count, "contact")
export const audienceByRule = "Audience by rule"
export const contacts = "Contacts"
export const count = "Count"
export const list = "List"
export const show = "Show"
export const showRule = (rule: string) => `Show: ${rule}`
export const wouldGetMessage = "Would get the message"
export const textsOfParts = (texts: number, parts: number) =>
  `${counted(texts, "text")} of at most ${counted(parts, "part")}.`
export const costOfTexts = (money: string, texts: number, parts: number) =>
  `At most about ${money} for ${counted(texts, "text")} of ${counted(parts, "part")}.`
export const noContacts = "No contacts"
export const recipients = "Recipients"
export const sample = "Sample"
export const sampleHint = "As one of the recipients gets it."
export const to = (address: string) => `To ${address}`
export const noAddress = "no address"
export const sendNow = "Send now"
export const schedule = "Schedule"
export const sendingBegins = (time: string) => `Sending begins ${time}.`
export const sendingBeginsAtOnce = "Sending begins at once."

// Results
export const progress = "Progress"
export const percentDone = (percent: number) => `${percent} percent done`
export const contactsDone = (done: number, enrolled: number, waiting: number) =>
  `${done.toLocaleString()} of ${counted(enrolled, "contact")} done${waiting > 0 ? `, ${waiting.toLocaleString()} waiting` : ""}`
export const notSentYet = "The contacts are chosen when sending begins."
export const results = "Results"
export const resultsHint =
  "Delivered is unknown unless the provider reports it. Clicked counts people. Revenue is from orders within 7 days of a contact's last click."
export const variant = "Variant"
export const counts = {
  sent: "Sent",
  captured: "Not sent (no mail server)",
  delivered: "Delivered",
  bounced: "Bounced",
  clicked: "Clicked",
  unsubscribed: "Unsubscribed",
  complained: "Marked as spam",
  held: "Held",
  skipped: "Skipped",
  failed: "Failed",
  cancelled: "Cancelled"
} as const
export const audienceSums = "What became of the audience"
export const revenue = "Revenue"
export const ofOrders = (amount: string, orders: number) => `${amount} (${counted(orders, "order")})`
export const noResultsYet = "No results yet"
export const leftOut = "Skipped or left out, by reason"
export const unknown = "Unknown"

// The notice of a refused mail
export const stopped = "Stopped: mail can't go out"
export const nothingIsSent = "The other messages wait. Mend the cause, then resume the campaign; they go out then."

// Languages of the review
export const missingLanguages = "Some people read a language that the content lacks"
export const readersOf = (people: number) =>
  people === 1 ? "1 person gets another one" : `${people.toLocaleString()} people get another one`
