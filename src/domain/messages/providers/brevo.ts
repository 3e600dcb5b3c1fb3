import { Result } from "effect"
import { messageIdIn, type ReportedOutcome } from "../DeliveryReport.ts"
import { type ProviderFailure, reportedFailure } from "../reportedFailure.ts"
import type { JsonObject } from "../../json/Json.ts"
import type { ReportForm } from "./Provider.ts"
import { emailOf, textOf, unixTime } from "./reportFields.ts"

const verdicts: Readonly<Record<string, ProviderFailure["verdict"]>> = {
  hard_bounce: "permanent",
  soft_bounce: "temporary",
  blocked: "blocked",
  invalid_email: null,
  error: null
}

const outcomeOf = ({ event, reason }: JsonObject): { outcome: ReportedOutcome; code: string | null } | undefined => {
  if (event === "delivered") return { outcome: { kind: "delivered" }, code: null }
  if (event === "spam" || event === "complaint") return { outcome: { kind: "complained" }, code: null }
  // Brevo goes on with a deferred mail and reports its end.
  const verdict = typeof event === "string" && Object.hasOwn(verdicts, event) ? verdicts[event] : undefined
  return verdict === undefined ? undefined : reportedFailure({ verdict, texts: [textOf(reason)] })
}

/** Brevo's transactional webhooks: one event, or a list of them. */
export const brevo: ReportForm = {
  provider: "brevo",
  matches: (body) => typeof body["event"] === "string" && typeof body["message-id"] === "string",
  read: (body) => {
    const email = emailOf(body["email"])
    const read = outcomeOf(body)
    if (email === undefined || read === undefined) return Result.succeed([])
    const message_id = messageIdIn(textOf(body["message-id"]) ?? "")
    const at = unixTime(body["ts_event"] ?? body["ts"])
    return Result.succeed([{ ...read.outcome, email, message_id, at, code: read.code }])
  }
}
