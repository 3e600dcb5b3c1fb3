/** Words of the backtest of a segment. */

import { counted } from "./common.ts"

export const explained =
  "Who would have been in this segment in the past, by the same rule as now. Nothing is saved. Consent and orders count from when they were known; tags and custom fields are as they are now."

// Figures
export const atStart = "Contacts in it at the beginning"
export const atEnd = "Contacts in it at the end"
export const cameIn = "Came in"
export const wentOut = "Went out"

// Tables
export const members = "In it"
export const left = "Left"
export const noDay = "No day in this span"
export const outcomes: Readonly<Record<string, string>> = {
  member: "In the segment at the end",
  entered: "Came in",
  left: "Went out"
}

// One person
export const whyExplained =
  "When one contact came in and went out in the span, and what each condition compared at its end."
export const wasIn = "In the segment at the beginning of the span"
export const wasOut = "Not in the segment at the beginning of the span"
export const changes = "Changes"
export const noChange = "Nothing changed in this span."
export const tooMany = (count: number) => `The first ${counted(count, "change")} are shown.`
export const isIn = "In the segment at the end of the span"
export const isOut = "Not in the segment at the end of the span"
