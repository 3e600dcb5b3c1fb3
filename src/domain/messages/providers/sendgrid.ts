import { Result } from "effect"
import { messageIdIn, type ReportedOutcome } from "../DeliveryReport.ts"
import { reportedFailure } from "../reportedFailure.ts"
import type { JsonObject } from "../../json/Json.ts"
import type { ReportForm } from "./Provider.ts"
import { emailOf, textOf, unixTime } from "./reportFields.ts"

interface Read {
  readonly outcome: ReportedOutcome
  readonly code: string | null
}

const failed = ({ status, reason, type }: JsonObject): Read =>
  reportedFailure({
    verdict: type === "blocked" ? "blocked" : "permanent",
    texts: [textOf(status), textOf(reason)]
  })

// SendGrid drops mail to addresses on its own suppression lists.
const dropped = ({ reason }: JsonObject): Read => {
  const words = textOf(reason) ?? ""
  if (/bounced address/i.test(words)) return { outcome: { kind: "bounced" }, code: null }
  if (/spam reporting address/i.test(words)) return { outcome: { kind: "complained" }, code: null }
  return { outcome: { kind: "refused", refusal: /content/i.test(words) ? "content" : "other" }, code: null }
}

const outcomeOf = (event: JsonObject): Read | undefined => {
  switch (event["event"]) {
    case "delivered":
      return { outcome: { kind: "delivered" }, code: null }
    case "bounce":
    case "blocked":
      return failed(event["event"] === "blocked" ? { ...event, type: "blocked" } : event)
    case "dropped":
      return dropped(event)
    case "spamreport":
      return { outcome: { kind: "complained" }, code: null }
    default:
      // SendGrid goes on with a deferred mail and reports its end; the other events say nothing of delivery.
      return undefined
  }
}

/** SendGrid's Event Webhook: a list of events, one a recipient. */
export const sendgrid: ReportForm = {
  provider: "sendgrid",
  matches: ({ event, sg_event_id, sg_message_id }) =>
    typeof event === "string" && (typeof sg_event_id === "string" || typeof sg_message_id === "string"),
  read: (event) => {
    const email = emailOf(event["email"])
    const read = outcomeOf(event)
    if (email === undefined || read === undefined) return Result.succeed([])
    const message_id = messageIdIn(textOf(event["smtp-id"]) ?? "")
    return Result.succeed([{ ...read.outcome, email, message_id, at: unixTime(event["timestamp"]), code: read.code }])
  }
}
