/** Words of the backtest of a flow. */

import { counted } from "../common.ts"

export const title = "Backtest"
export const explained =
  "What this flow would have done in the past, by the same rules as live. Nothing is sent or saved. Consent is that of the time; tags, custom fields and orders are as they are now."
export const from = "From"
export const until = "Until"
export const imported = "Count imported history as if it had come live"
export const run = "Run backtest"
export const stop = "Stop"
export const progress = (looked: number, total: number) => `${looked.toLocaleString()} of ${counted(total, "contact")}`
export const stopped = "Stopped: these are the figures of the contacts looked at so far."

// Figures
export const figure = "Figure"
export const draft = "With your changes"
export const saved = "Saved version"
export const result = "Result"
export const peopleEntered = "People who would have entered"
export const runs = "Times they would have entered"
export const messagesSent = "Messages that would have been sent"
export const peopleReached = "People who would have got one"
export const underWay = "Runs that had not ended"
export const ordered = "Orders within 7 days of entering"
export const revenue = (currency: string) => `Revenue of these, ${currency}`
export const unjudged = "Contacts with too long a history"
export const leftOut = (reason: string) => `Left out: ${reason}`
export const notSent = (reason: string) => `Not sent: ${reason}`
export const heldOut = "Not sent: held out for comparison"
export const unknown = "What is not known of this past"
export const timesOfPeople = (times: number, people: number) =>
  `${times.toLocaleString()} (${counted(people, "person", "people")})`
export const messagesEach = (messages: number, last: boolean) =>
  `People with ${counted(messages, "message")}${last ? " or more" : ""}`

// Tables
export const byDay = "By day"
export const day = "Day"
export const entered = "Entered"
export const sent = "Sent"
export const skipped = "Not sent"
export const nothingHappened = "Nobody would have entered"
export const examples = "Some of these people"
export const outcome = "Outcome"
export const contact = "Contact"
export const when = "When"
export const openContact = "Open contact"

// One person
export const whyTitle = "Why not this person?"
export const whyExplained =
  "Each time this flow would have looked at one contact in the span, and what it would have decided."
export const address = "E-mail or phone"
export const ask = "Check"
export const noContact = "No contact has this address."
export const noTrigger = "Nothing in this span would have started the flow for this contact."
export const enters = "Enters the flow"
export const message = (step: string) => `Message ${step}`
