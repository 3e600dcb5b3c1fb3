import { Result } from "effect"
import {
  bounced,
  complained,
  delivered,
  droppedAsUnsubscribed,
  messageIdInAny,
  type ReadOutcome,
  uncoded,
  unsubscribed
} from "./DeliveryReport.ts"
import { reportedFailure } from "./reportedFailure.ts"
import type { JsonObject } from "../json/Json.ts"
import type { SignedReportForm } from "./ReportForm.ts"
import { emailOf, textOf, unixTime } from "./reportFields.ts"

const failed = ({ status, reason, type }: JsonObject): ReadOutcome =>
  reportedFailure({
    verdict: type === "blocked" ? "blocked" : "permanent",
    texts: [textOf(status), textOf(reason)]
  })

// SendGrid drops mail to addresses on its own suppression lists, and to those it finds invalid.
const dropped = ({ reason }: JsonObject): ReadOutcome => {
  const words = (textOf(reason) ?? "").trim()
  if (/bounced address/i.test(words) || /^invalid$/i.test(words)) return bounced
  if (/spam reporting address/i.test(words)) return complained
  if (/unsubscribe/i.test(words)) return droppedAsUnsubscribed
  return uncoded({ kind: "refused", refusal: /content/i.test(words) ? "content" : "other" })
}

const outcomeOf = (event: JsonObject): ReadOutcome | undefined => {
  switch (event["event"]) {
    case "delivered":
      return delivered
    case "bounce":
    case "blocked":
      return failed(event["event"] === "blocked" ? { ...event, type: "blocked" } : event)
    case "dropped":
      return dropped(event)
    case "spamreport":
      return complained
    case "unsubscribe":
    case "group_unsubscribe":
      return unsubscribed
    default:
      // SendGrid goes on with a deferred mail and reports its end; the other events say nothing of delivery.
      return undefined
  }
}

/** SendGrid's Event Webhook: a list of events, one a recipient. */
export const sendgrid: SignedReportForm = {
  name: "SendGrid",
  messageHeader: {
    host: /(?:^|\.)sendgrid\.net$/,
    of: (message_id) => ({ "X-SMTPAPI": JSON.stringify({ unique_args: { message_id } }) })
  },
  signing: {
    scheme: "ecdsa",
    keyIssue: "Must be the verification key of SendGrid's signed event webhook",
    maxAge: 900_000,
    signatures: ({ headers, body, text }) => {
      const time = headers["x-twilio-email-event-webhook-timestamp"] ?? ""
      const given = [headers["x-twilio-email-event-webhook-signature"] ?? ""]
      return [{ time, signed: [time, body], given, token: `${time}|${text}`, content: "" }]
    }
  },
  matches: ({ event, sg_event_id, sg_message_id }) =>
    typeof event === "string" && (typeof sg_event_id === "string" || typeof sg_message_id === "string"),
  read: (event) => {
    const email = emailOf(event["email"])
    const read = outcomeOf(event)
    if (email === undefined || read === undefined) return Result.succeed([])
    const message_id = messageIdInAny([textOf(event["smtp-id"]), textOf(event["message_id"])])
    return Result.succeed([{ ...read.outcome, email, message_id, at: unixTime(event["timestamp"]), code: read.code }])
  }
}
