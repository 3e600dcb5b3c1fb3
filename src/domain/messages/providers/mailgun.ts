import { Result } from "effect"
import { messageIdIn, type ReportedOutcome } from "../DeliveryReport.ts"
import { reportedFailure } from "../reportedFailure.ts"
import { isObject, type JsonObject, numberText } from "../../json/Json.ts"
import type { ReportForm } from "./Provider.ts"
import { emailOf, objectOf, textOf, unixTime } from "./reportFields.ts"

const failed = (event: JsonObject) => {
  const status = objectOf(event["delivery-status"])
  // Mailgun drops mail to addresses on its own suppression lists.
  if (event["reason"] === "suppress-complaint") return { outcome: { kind: "complained" } as const, code: null }
  if (event["reason"] === "suppress-unsubscribe") {
    return { outcome: { kind: "refused", refusal: "other" } as const, code: null }
  }
  return reportedFailure({
    verdict: event["severity"] === "permanent" ? "permanent" : "temporary",
    // Mailgun's own codes (605: suppressed, 498: not sent) are outside SMTP's.
    texts: [textOf(status["enhanced-code"]), numberText(status["code"]) ?? null, textOf(status["message"])]
  })
}

const outcomeOf = (event: JsonObject): { outcome: ReportedOutcome; code: string | null } | undefined => {
  switch (event["event"]) {
    case "delivered":
      return { outcome: { kind: "delivered" }, code: null }
    case "failed":
      return failed(event)
    case "complained":
      return { outcome: { kind: "complained" }, code: null }
    default:
      return undefined
  }
}

/** Mailgun's webhooks: `signature` and `event-data` of one event. */
export const mailgun: ReportForm = {
  provider: "mailgun",
  matches: (body) => isObject(body["event-data"]),
  read: (body) => {
    const event = objectOf(body["event-data"])
    const email = emailOf(event["recipient"])
    const read = outcomeOf(event)
    if (email === undefined || read === undefined) return Result.succeed([])
    const headers = objectOf(objectOf(event["message"])["headers"])
    const message_id = messageIdIn(textOf(headers["message-id"]) ?? "")
    return Result.succeed([{ ...read.outcome, email, message_id, at: unixTime(event["timestamp"]), code: read.code }])
  }
}
