/** Words of the backtest of a flow. */

export const explained =
  "What this flow would have done in the past, by the same rules as live. Nothing is sent or saved. Consent is that of the time; tags, custom fields and orders are as they are now."

// Figures
export const peopleEntered = "People who would have entered"
export const runs = "Times they would have entered"
export const messagesSent = "Messages that would have been sent"
export const peopleReached = "People who would have got one"
export const underWay = "Runs that had not ended"
export const ordered = "Orders within 7 days of entering"
export const leftOut = (reason: string) => `Left out: ${reason}`
export const notSent = (reason: string) => `Not sent: ${reason}`
export const heldOut = "Not sent: held out for comparison"

// Tables
export const sent = "Sent"
export const skipped = "Not sent"
export const nothingHappened = "Nobody would have entered"

// One person
export const whyExplained =
  "Each time this flow would have looked at one contact in the span, and what it would have decided."
export const noTrigger = "Nothing in this span would have started the flow for this contact."
export const enters = "Enters the flow"
export const message = (step: string) => `Message ${step}`
