import { Result } from "effect"
import { messageIdIn, type ReportedOutcome } from "../DeliveryReport.ts"
import { reportedFailure } from "../reportedFailure.ts"
import { isObject, type JsonObject } from "../../json/Json.ts"
import type { ReportForm } from "./Provider.ts"
import { emailOf, isoTime, listOf, objectOf, textOf } from "./reportFields.ts"

const verdicts = new Map([
  ["permanent", "permanent" as const],
  ["transient", "temporary" as const]
])

const outcomeOf = (type: unknown, data: JsonObject): { outcome: ReportedOutcome; code: string | null } | undefined => {
  switch (type) {
    case "email.delivered":
      return { outcome: { kind: "delivered" }, code: null }
    case "email.complained":
      return { outcome: { kind: "complained" }, code: null }
    case "email.bounced": {
      const bounce = objectOf(data["bounce"])
      const verdict = verdicts.get((textOf(bounce["type"]) ?? "").toLowerCase()) ?? null
      return reportedFailure({ verdict, texts: [textOf(bounce["message"])] })
    }
    case "email.failed":
      return { outcome: { kind: "refused", refusal: "other" }, code: null }
    default:
      return undefined
  }
}

/** Resend's webhooks: one event about all recipients of a mail. */
export const resend: ReportForm = {
  provider: "resend",
  matches: ({ type, data }) => typeof type === "string" && type.startsWith("email.") && isObject(data),
  read: ({ type, created_at, data }) => {
    const mail = objectOf(data)
    const read = outcomeOf(type, mail)
    if (read === undefined) return Result.succeed([])
    const headers = listOf(mail["headers"]).map(objectOf)
    const header = headers.find(({ name }) => textOf(name)?.toLowerCase() === "message-id")
    const message_id = messageIdIn(textOf(mail["message_id"]) ?? "") ?? messageIdIn(textOf(header?.["value"]) ?? "")
    return Result.succeed(
      listOf(mail["to"]).flatMap((to) => {
        const email = emailOf(to)
        return email === undefined
          ? []
          : [{ ...read.outcome, email, message_id, at: isoTime(created_at), code: read.code }]
      })
    )
  }
}
