import { Result } from "effect"
import { complained, delivered, messageIdInAny, type ReadOutcome, unsubscribed } from "./DeliveryReport.ts"
import { type ProviderFailure, reportedFailure } from "./reportedFailure.ts"
import type { JsonObject } from "../json/Json.ts"
import type { ReportForm } from "./ReportForm.ts"
import { emailOf, textOf, unixTime } from "./reportFields.ts"

const verdicts: Readonly<Record<string, ProviderFailure["verdict"]>> = {
  hard_bounce: "permanent",
  soft_bounce: "temporary",
  blocked: "blocked",
  invalid_email: null,
  error: null
}

const outcomeOf = ({ event, reason }: JsonObject): ReadOutcome | undefined => {
  if (event === "delivered") return delivered
  if (event === "spam" || event === "complaint") return complained
  // The transactional and the marketing webhook spell it differently.
  if (event === "unsubscribed" || event === "unsubscribe") return unsubscribed
  // Brevo goes on with a deferred mail and reports its end.
  const verdict = typeof event === "string" && Object.hasOwn(verdicts, event) ? verdicts[event] : undefined
  return verdict === undefined ? undefined : reportedFailure({ verdict, texts: [textOf(reason)] })
}

// Each event has at least one of these. Those of marketing name a campaign or a list, and no message.
const members = ["message-id", "camp_id", "campaign name", "list_id", "ts_event", "ts", "ts_epoch"]

/** Brevo's transactional and marketing webhooks: one event, or a list of them. */
export const brevo: ReportForm = {
  name: "Brevo",
  messageHeader: {
    host: /(?:^|\.)(?:brevo|sendinblue)\.com$/,
    of: (message_id) => ({ "X-Mailin-custom": `message_id:${message_id}` })
  },
  matches: (body) =>
    typeof body["event"] === "string" &&
    !("sg_event_id" in body || "sg_message_id" in body) &&
    members.some((name) => Object.hasOwn(body, name)),
  read: (body) => {
    const email = emailOf(body["email"])
    const read = outcomeOf(body)
    if (email === undefined || read === undefined) return Result.succeed([])
    const message_id = messageIdInAny([textOf(body["message-id"]), textOf(body["X-Mailin-custom"])])
    const at = unixTime(body["ts_event"] ?? body["ts"])
    return Result.succeed([{ ...read.outcome, email, message_id, at, code: read.code }])
  }
}
