import { Result } from "effect"
import {
  bounced,
  complained,
  delivered,
  messageIdInAny,
  type ReadOutcome,
  uncoded,
  unsubscribed
} from "./DeliveryReport.ts"
import { reportedFailure } from "./reportedFailure.ts"
import type { JsonObject } from "../json/Json.ts"
import type { ReportForm } from "./ReportForm.ts"
import { emailOf, isoTime, objectOf, textOf } from "./reportFields.ts"

// Postmark's bounce types. Any type that is not listed is a refusal of unknown cause.
const permanent = new Set(["HardBounce", "BadEmailAddress"])
const temporary = new Set(["SoftBounce", "Transient", "DnsError", "Undeliverable"])
const blocked = new Set(["Blocked", "SpamNotification", "DMARCPolicy", "VirusNotification", "TemplateRenderingFailed"])

// Answers of the recipient, not failures.
const answers = new Set(["AutoResponder", "AddressChange", "ChallengeVerification", "Subscribe"])

const bounceOf = (type: unknown, details: string | null): ReadOutcome | undefined => {
  const kind = String(type)
  if (answers.has(kind)) return undefined
  if (kind === "SpamComplaint") return complained
  // The person answered the mail with a request to be removed, or is deactivated in Postmark.
  if (kind === "Unsubscribe" || kind === "ManuallyDeactivated") return unsubscribed
  if (permanent.has(kind)) return reportedFailure({ verdict: "permanent", texts: [details] })
  if (temporary.has(kind)) return reportedFailure({ verdict: "temporary", texts: [details] })
  if (blocked.has(kind)) return reportedFailure({ verdict: "blocked", texts: [details] })
  return uncoded({ kind: "refused", refusal: "other" })
}

// Postmark drops all mail to an address from then on. That it is lifted again is no yes of the person.
const suppressionOf = ({ SuppressSending, SuppressionReason }: JsonObject): ReadOutcome | undefined => {
  if (SuppressSending !== true) return undefined
  if (SuppressionReason === "HardBounce") return bounced
  return SuppressionReason === "SpamComplaint" ? complained : unsubscribed
}

const outcomeOf = (record: JsonObject): ReadOutcome | undefined => {
  switch (record["RecordType"]) {
    case "Delivery":
      return delivered
    case "Bounce":
      return bounceOf(record["Type"], textOf(record["Details"]))
    case "SpamComplaint":
      return complained
    case "SubscriptionChange":
      return suppressionOf(record)
    default:
      return undefined
  }
}

/** Postmark's webhooks: one record. */
export const postmark: ReportForm = {
  name: "Postmark",
  messageHeader: {
    host: /(?:^|\.)postmarkapp\.com$/,
    // Postmark gives a mail a Message-ID of its own unless it is told to keep ours.
    of: (message_id) => ({ "X-PM-Metadata-message_id": message_id, "X-PM-KeepID": "true" })
  },
  matches: ({ RecordType }) => typeof RecordType === "string",
  read: (record) => {
    const email = emailOf(record["Email"] ?? record["Recipient"])
    const read = outcomeOf(record)
    if (email === undefined || read === undefined) return Result.succeed([])
    // Postmark names metadata as the header is written, and mail libraries change the case of headers.
    const named = Object.entries(objectOf(record["Metadata"]))
      .filter(([name]) => name.toLowerCase() === "message_id")
      .map(([, value]) => textOf(value))
    const message_id = messageIdInAny([textOf(record["MessageID"]), ...named])
    const at = isoTime(record["BouncedAt"] ?? record["DeliveredAt"] ?? record["ChangedAt"])
    return Result.succeed([{ ...read.outcome, email, message_id, at, code: read.code }])
  }
}
