/** Words of what became of an audience, and of the messages of an account. */

export const sums = {
  sent: "Sent",
  captured: "Not sent (no mail server)",
  skipped: "Skipped or left out",
  failed: "Failed",
  held: "Held",
  cancelled: "Cancelled",
  waiting: "Waiting"
} as const
export const messageSums = "What became of the messages"
export const messageSumsHint = "All messages of flows and campaigns that were made in this period"
export const messages = "Messages"
export const byReason = "Skipped, by reason"
