import { showState } from "./format.ts"

const known: Readonly<Record<string, string>> = {
  "the contact was deleted": "The contact was deleted",
  "the contact has no e-mail address": "The contact has no e-mail address",
  "the contact has no phone": "The contact has no phone",
  "quiet hours": "Texts go out from 08:00 to 20:00 in the account's time zone",
  flow_paused: "The flow is paused; the run goes on when it is active again",
  purchase: "The contact bought something, which ends this flow",
  contact_gone: "The contact was deleted",
  merged: "The contact was merged with another that had entered this flow before; people enter it once",
  exit_step: "It came to a step that ends the flow",
  filters: "The flow's conditions did not hold",
  entry: "The contact had entered before, and the flow's entry rule lets nobody in again yet",
  late: "It came in more than 72 hours after it happened; such events are kept and start nothing",
  no_active_flow: "No active flow listened to this kind of event when it came in",
  forgotten: "It started no flow. What stood against it is kept for 30 days, which are over"
}

/** Why something was not done, in words. */
export const showReason = (reason: string): string => {
  const consent = /^(email|sms)_consent is (\w+)$/.exec(reason)
  if (consent !== null) {
    const [, channel, state = ""] = consent
    return `The contact does not take ${channel === "sms" ? "texts" : "e-mail"}: ${showState(state)}`
  }
  if (reason.startsWith("step_failed")) return "The step failed and is tried again a few times"
  return known[reason] ?? reason.charAt(0).toUpperCase() + reason.slice(1)
}

/** What makes a run start, in words. */
export const showCause = (cause: string): string =>
  cause === "order_placed" ? "order placed" : cause === "order_received" ? "order delivered" : "event"

export const showChannel = (channel: string): string => (channel === "sms" ? "SMS" : "E-mail")
