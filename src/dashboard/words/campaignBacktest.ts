/** Words of the backtest of a campaign. */

export const explained =
  "Who would have got this campaign had it gone out in the past, by the same rules as live. Nothing is sent or saved. Consent and orders count from when they were known; tags and custom fields are as they are now."
export const mode = "Sent"
export const modes = {
  own: "As it was sent",
  once: "Once",
  day: "Each day",
  week: "Each week"
} as const
export type Mode = keyof typeof modes
export const on = "On"
export const time = "Time (UTC)"

// Figures
export const audience = "In the audience"
export const sent = "Would have got it"
export const waiting = "Due later than now"
export const held = "Texts that would have waited for quiet hours"
export const leftOut = (rule: string) => `Left out: ${rule}`
export const ordered = "Orders within 7 days"

// Tables
export const moments = "By time"
export const leftOutShort = "Left out"
export const orders = "Orders"
export const noMoment = "No time in this span"
export const gotIt = "Would have got it"

// One person
export const whyExplained =
  "What would have become of one contact each time, and what each condition compared the last time."
export const notInAudience = "Not in the audience"
export const included = "Included segments"
export const excluded = "Excluded segments"
