/** Words of all backtests: of flows, segments and campaigns. */

import { counted } from "./common.ts"

export const title = "Backtest"
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
export const days = (from: string, until: string) => `${from} to ${until}`
export const keptOf = (span: string, time: string) => `Kept at ${time} (${span})`
export const keepResult = "Keep this result to compare"
export const dropResult = "Remove the kept result"
export const unjudged = "Contacts with too long a history"
export const unknown = "What this backtest can't know"
export const revenue = (currency: string) => `Revenue of these, ${currency}`
export const timesOfPeople = (times: number, people: number) =>
  `${times.toLocaleString()} (${counted(people, "person", "people")})`
export const messagesEach = (messages: number, last: boolean) =>
  `People with ${counted(messages, "message")}${last ? " or more" : ""}`

// Tables
export const byDay = "By day"
export const day = "Day"
export const entered = "Entered"
export const examples = "Some of these people"
export const outcome = "Outcome"
export const contact = "Contact"
export const when = "When"
export const openContact = "Open contact"

// One person
export const whyTitle = "Why not this person?"
export const address = "E-mail or phone"
export const ask = "Check"
export const noContact = "No contact has this address."
export const hadThen = (value: string | null) => `had then: ${value === null || value === "" ? "nothing" : value}`
