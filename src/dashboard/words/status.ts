/** Words for states and kinds that pages of several subjects show. */

/** States and kinds that are not shown as their codes. A captured message was not sent. */
export const states: Readonly<Record<string, string>> = {
  captured: "not sent (no mail server)",
  single_opt_in: "single opt-in",
  opt_in: "opt-in",
  api: "API",
  inbound_sms: "inbound SMS"
}

// Triggers of a run that are not shown as their codes
export const orderPlaced = "order placed"
export const orderDelivered = "order delivered"
