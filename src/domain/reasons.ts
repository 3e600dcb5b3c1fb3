import { Schema } from "effect"
import { type EmailConsent, rules, type SmsConsent } from "./contacts/Consent.ts"

// Reasons are stored and sent as codes, and a code never changes, because stored rows keep it. Their words are here and, for
// consent, in `rules`; the dashboard and the API reference read both.

const listed = (words: Readonly<Record<string, string>>): string =>
  Object.entries(words)
    .map(([code, text]) => `\`${code}\`: ${text}.`)
    .join(" ")

const startRefusalCodes = ["filters", "entry", "loop"] as const

/** Why an active flow did not start at its trigger. */
export const startRefusals: Readonly<Record<(typeof startRefusalCodes)[number], string>> = {
  filters: "The flow's filters do not match",
  entry: "The contact has entered this flow before, and its re-entry rule does not allow it again yet",
  loop: "A flow gave the tag less than a minute after the contact had entered this flow"
}
export const StartRefusal = Schema.Literals(startRefusalCodes).annotate({ description: listed(startRefusals) })
export type StartRefusal = typeof StartRefusal.Type

const unstartedCodes = ["late", "no_active_flow", "forgotten"] as const

const unstartedReasons: Readonly<Record<(typeof unstartedCodes)[number], string>> = {
  late: "The event was received more than 72 hours after it happened; such events are stored and start no flow",
  no_active_flow: "No active flow had this event as its trigger when it was received",
  forgotten: "No flow started; the reasons are kept for 30 days only"
}

/** Why an event has neither started a flow nor a refusal of one. */
export const UnstartedReason = Schema.Literals(unstartedCodes).annotate({ description: listed(unstartedReasons) })
export type UnstartedReason = typeof UnstartedReason.Type

/** Why a run is held or has ended. */
const runReasons = {
  flow_paused: "The flow is paused; the run continues when the flow is active again",
  purchase: "The contact placed an order, which ends this flow",
  flow_deleted: "The flow was deleted",
  cancelled: "The run was cancelled in the dashboard",
  contact_gone: "The contact was deleted",
  merged: "The contact was merged with another one that had entered this flow before",
  exit_step: "The run reached an exit step"
} as const
export type RunReason = keyof typeof runReasons | `step_failed: ${string}`

/** Why a message is held, skipped or failed, besides consent and the errors of providers and templates. */
const messageReasons = {
  "the contact was deleted": "The contact was deleted",
  "the flow was deleted": "The flow was deleted",
  "the run was cancelled": "The run was cancelled in the dashboard",
  "the campaign is paused": "The campaign is paused; the message goes out when it is resumed",
  "the campaign was cancelled": "The campaign was cancelled",
  "the contact was merged with another recipient": "The contact was merged with another one that gets this campaign",
  "the cart was ordered": "The cart was ordered",
  "the cart was emptied": "The cart was emptied",
  "the cart was changed since": "The cart was changed after the flow started; the change starts it again",
  "the cart is no longer kept": "The cart is no longer kept",
  "the product is out of stock": "The product is out of stock",
  "the product is not published": "The product is not published any more",
  "the product is no longer kept": "The product was deleted",
  "the price rose again": "The product's price rose again",
  "the contact ordered since": "The contact ordered after the flow's cause",
  "the coupon has no codes left": "Waits: the coupon has no codes left. Add codes to it",
  "the coupon was deleted": "The coupon was deleted",
  "the sender was deleted": "The sender that the message was to come from was deleted",
  "the account has no sender address": "The account has no sender address. Set one in Settings → Sending",
  "the account's mail server must be set again":
    "The account's mail server can't be read, because ENCRYPTION_KEY was replaced. Set it again in Settings → Sending",
  "the sender's domain is not proven":
    "Waits: the sender's domain is not proven to be yours. Add its DNS record and check it in Settings → Sending",
  "the sender has no postal address": "Waits: the sender has no postal address. Set it in Settings → Sending",
  "the sender has no name": "Waits: the sender has no name. Set it in Settings → Sending",
  "the sender's address is of a free mail service":
    "Waits: the sender's address is of a free mail service. Set one at your own domain in Settings → Sending",
  "the contact has no e-mail address": "The contact has no e-mail address",
  "the contact has no phone": "The contact has no phone number",
  "frequency cap": "The contact has had as many marketing messages today as the account allows",
  "hourly limit": "Waits for the next hour: the account's messages an hour are used up",
  "the contact left this topic": "The contact left this topic on its preference page",
  paused: "The contact paused marketing messages on its preference page",
  holdout: "In the holdout, which gets no marketing messages, for comparison",
  "quiet hours": "Texts are sent between 08:00 and 20:00 in the account's time zone",
  "the flow was stopped because its mail was refused":
    "The flow's mail was refused; it goes out when the flow is activated again",
  "the recipient left at the mail provider": "The recipient had left at the mail provider, which did not send it",
  "the recipient stopped texts at the SMS provider": "The recipient stopped texts from this number at the SMS provider",
  "the phone takes no texts":
    "The SMS provider says that the phone takes no texts: no such number, a landline, or blocked",
  "the process ended twice while it was being sent": "The server stopped twice while sending it"
} as const
export type MessageReason =
  | keyof typeof messageReasons
  | `email_consent is ${EmailConsent}`
  | `sms_consent is ${SmsConsent}`

const words: Readonly<Record<string, string>> = {
  ...startRefusals,
  ...unstartedReasons,
  ...runReasons,
  ...messageReasons
}

/** A reason in words. An unlisted reason is the error text of a provider or template, shown as it is. */
export const reasonText = (reason: string): string => {
  const consent = /^(email|sms)_consent is (\w+)$/.exec(reason)
  if (consent !== null) {
    const [, channel, state = ""] = consent
    return `Not subscribed to ${channel === "sms" ? "SMS" : "e-mail"} (${state.replaceAll("_", " ")})`
  }
  if (reason.startsWith("step_failed: ")) return "The step failed; it is tried again a few times"
  return words[reason] ?? reason.charAt(0).toUpperCase() + reason.slice(1)
}

/** The rule of a consent change, which the API sends in words. */
export const ConsentRuleText = Schema.String.annotate({
  description: `The rule that made or refused the change, as a sentence. One of: ${Object.values(rules)
    .map((text) => `“${text}”`)
    .join(", ")}.`
})
