import { Result } from "effect"
import { messageIdIn, type ReportedOutcome } from "../DeliveryReport.ts"
import { reportedFailure } from "../reportedFailure.ts"
import type { JsonObject } from "../../json/Json.ts"
import type { ReportForm } from "./Provider.ts"
import { emailOf, isoTime, objectOf, textOf } from "./reportFields.ts"

// Postmark's bounce types. Any type that is not listed is a refusal of unknown cause.
const permanent = new Set(["HardBounce", "BadEmailAddress"])
const temporary = new Set(["SoftBounce", "Transient", "DnsError", "Undeliverable"])
const blocked = new Set(["Blocked", "SpamNotification", "DMARCPolicy", "VirusNotification", "TemplateRenderingFailed"])

// Answers of the recipient, not failures.
const answers = new Set(["AutoResponder", "AddressChange", "ChallengeVerification", "Subscribe", "Unsubscribe"])

const bounced = (
  type: unknown,
  details: string | null
): { outcome: ReportedOutcome; code: string | null } | undefined => {
  if (answers.has(String(type))) return undefined
  if (type === "SpamComplaint") return { outcome: { kind: "complained" }, code: null }
  const kind = String(type)
  if (permanent.has(kind)) return reportedFailure({ verdict: "permanent", texts: [details] })
  if (temporary.has(kind)) return reportedFailure({ verdict: "temporary", texts: [details] })
  if (blocked.has(kind)) return reportedFailure({ verdict: "blocked", texts: [details] })
  return { outcome: { kind: "refused", refusal: "other" }, code: null }
}

const outcomeOf = (record: JsonObject): { outcome: ReportedOutcome; code: string | null } | undefined => {
  switch (record["RecordType"]) {
    case "Delivery":
      return { outcome: { kind: "delivered" }, code: null }
    case "Bounce":
      return bounced(record["Type"], textOf(record["Details"]))
    case "SpamComplaint":
      return { outcome: { kind: "complained" }, code: null }
    default:
      return undefined
  }
}

/** Postmark's webhooks: one record. */
export const postmark: ReportForm = {
  provider: "postmark",
  matches: ({ RecordType }) => typeof RecordType === "string",
  read: (record) => {
    const email = emailOf(record["Email"] ?? record["Recipient"])
    const read = outcomeOf(record)
    if (email === undefined || read === undefined) return Result.succeed([])
    const metadata = objectOf(record["Metadata"])
    const message_id =
      messageIdIn(textOf(record["MessageID"]) ?? "") ?? messageIdIn(textOf(metadata["message_id"]) ?? "")
    const at = isoTime(record["BouncedAt"] ?? record["DeliveredAt"])
    return Result.succeed([{ ...read.outcome, email, message_id, at, code: read.code }])
  }
}
