import { Result, Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { issuesOf } from "../ValidationIssue.ts"
import { Text } from "../values/Text.ts"
import { messageIdIn, type ReportedOutcome } from "./DeliveryReport.ts"
import type { ReportForm } from "./ReportForm.ts"
import { bareAddress, isoTime } from "./reportFields.ts"

const PlainReport = Schema.Struct({
  type: Schema.Literals(["bounce", "complaint", "delivered", "unsubscribe"]),
  email: Email,
  message_id: Schema.optionalKey(Schema.NullOr(Text)),
  permanent: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  time: Schema.optionalKey(Schema.NullOr(Text))
})
const decode = Schema.decodeUnknownResult(PlainReport, { errors: "all" })

const outcomeOf = ({ type, permanent }: typeof PlainReport.Type): ReportedOutcome => {
  if (type === "complaint") return { kind: "complained" }
  if (type === "unsubscribe") return { kind: "unsubscribed", isDropped: false }
  if (type === "delivered") return { kind: "delivered" }
  return { kind: permanent === false ? "soft_bounced" : "bounced" }
}

/** The form of this service: `{type: "bounce" | "complaint" | "delivered" | "unsubscribe", email, message_id?, permanent?, time?}`. */
export const plain: ReportForm = {
  name: '{"type": "bounce" | "complaint" | "delivered" | "unsubscribe", "email"}',
  matches: ({ type, event }) => typeof type === "string" && event === undefined,
  read: (body, unknownForm) =>
    Result.mapBoth(decode(typeof body["email"] === "string" ? { ...body, email: bareAddress(body["email"]) } : body), {
      onSuccess: (report) => [
        {
          ...outcomeOf(report),
          email: report.email,
          message_id: messageIdIn(report.message_id ?? ""),
          at: isoTime(report.time),
          code: null
        }
      ],
      onFailure: ({ issue }) =>
        issuesOf(issue).map(({ field, message }) => ({ field, message: field === "type" ? unknownForm : message }))
    })
}
