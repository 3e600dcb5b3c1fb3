import { Result } from "effect"
import {
  complained,
  delivered,
  droppedAsUnsubscribed,
  messageIdInAny,
  type ReadOutcome,
  uncoded,
  unsubscribed
} from "./DeliveryReport.ts"
import { reportedFailure } from "./reportedFailure.ts"
import { isObject, type JsonObject, numberText } from "../json/Json.ts"
import type { SignedReportForm } from "./ReportForm.ts"
import { emailOf, objectOf, textOf, unixTime } from "./reportFields.ts"

const failed = (event: JsonObject): ReadOutcome => {
  const status = objectOf(event["delivery-status"])
  // Mailgun drops mail to addresses on its own suppression lists.
  if (event["reason"] === "suppress-complaint") return complained
  if (event["reason"] === "suppress-unsubscribe") return droppedAsUnsubscribed
  return reportedFailure({
    verdict: event["severity"] === "permanent" ? "permanent" : "temporary",
    // Mailgun's own codes (605: suppressed, 498: not sent) are outside SMTP's.
    texts: [textOf(status["enhanced-code"]), numberText(status["code"]) ?? null, textOf(status["message"])]
  })
}

const outcomeOf = (event: JsonObject): ReadOutcome | undefined => {
  switch (event["event"]) {
    case "delivered":
      return delivered
    case "failed":
      return failed(event)
    // Mailgun itself did not take the mail.
    case "rejected":
      return uncoded({ kind: "refused", refusal: "other" })
    case "complained":
      return complained
    case "unsubscribed":
      return unsubscribed
    default:
      return undefined
  }
}

/** Mailgun's webhooks: `signature` and `event-data` of one event. */
export const mailgun: SignedReportForm = {
  name: "Mailgun",
  messageHeader: {
    host: /(?:^|\.)mailgun\.org$/,
    of: (message_id) => ({ "X-Mailgun-Variables": JSON.stringify({ message_id }) })
  },
  signing: {
    scheme: "hmac",
    keyIssue: "Must be Mailgun's HTTP webhook signing key",
    maxAge: 900_000,
    // The signature covers time and token, and not the event: a token is taken for one event alone.
    signatures: ({ elements }) =>
      elements.map(objectOf).map((element) => {
        const [time = "", token = "", given = ""] = ["timestamp", "token", "signature"].map((name) =>
          String(objectOf(element["signature"])[name] ?? "")
        )
        return {
          time,
          signed: [time, token],
          given: [given],
          token,
          content: JSON.stringify(element["event-data"] ?? null)
        }
      })
  },
  matches: (body) => isObject(body["event-data"]),
  read: (body) => {
    const event = objectOf(body["event-data"])
    const email = emailOf(event["recipient"])
    const read = outcomeOf(event)
    if (email === undefined || read === undefined) return Result.succeed([])
    const headers = objectOf(objectOf(event["message"])["headers"])
    const message_id = messageIdInAny([
      textOf(headers["message-id"]),
      textOf(objectOf(event["user-variables"])["message_id"])
    ])
    return Result.succeed([{ ...read.outcome, email, message_id, at: unixTime(event["timestamp"]), code: read.code }])
  }
}
