/** Words of the segment pages. */
import { counted } from "./common.ts"

// In several places
export const segments = "Segments"
export const segment = "Segment"
export const contactsThatMatch = "Contacts that match"
export const everyContact = "Every contact"
export const noSegmentsYet = "No segments yet"

// List of segments
export const segmentsSubtitle = "Contacts that have something in common, at every moment. Campaigns go to segments."
export const whatSegmentFinds =
  "A segment finds the contacts that match its conditions, such as everybody who bought twice."
export const sampleName = "No order for 90 days"
export const sampleCount = "214 contacts"

// Dialog for a new segment
export const newSegment = "New segment"
export const beginWith = "Begin with"
export const noConditions = "No conditions"
export const noConditionsDescription = "Every contact, until you add conditions."

// Page of a segment
export const backToSegments = "← Segments"
export const deleteTitle = "Delete this segment?"
export const deleteText =
  "Its contacts stay. Drafts of campaigns that name it must choose another. A flow that starts with it must be changed first."
export const fixProblems = (count: number) => `Fix ${counted(count, "problem")} before saving`
export const saved = "Saved."
export const conditions = "Conditions"

// Number of contacts that match
export const completeToCount = "Complete the conditions to count the contacts."
export const matchedAt = (count: number, time: string) =>
  `${counted(count, "contact", "contacts")} matched when counted, ${time}`
export const countAgain = "Count again"
export const matchNow = (count: number) => `${counted(count, "contact matches", "contacts match")} now`

// Contacts of a segment
export const contacts = "Contacts"
export const backtest = "Backtest"
export const asSaved = "Of the segment as it is saved."
export const contactsOfSegment = "Contacts of the segment"
export const orders = "Orders"
export const lastOrder = "Last order"
export const noContactMatches = "No contact matches"
export const howContactsMatch = "Loosen a condition, or wait for the first match."

// Segments of a contact
export const contactSegmentsSubtitle = "Whether this contact is in a segment now, and why."
export const whySegmentsHere = "Create one to see whether this contact is in it, and why."
export const isInSegment = "This contact is in the segment"
export const isNotInSegment = "This contact is not in the segment"
export const everyContactIs = "Every contact is."
export const or = "or"
export const conditionHolds = (condition: string, holds: boolean) => `${condition}: ${holds ? "yes" : "no"}`
export const openSegment = "Open the segment"
