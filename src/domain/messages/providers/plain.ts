import { Result, Schema } from "effect"
import { Email } from "../../contacts/Email.ts"
import { issuesOf } from "../../ValidationIssue.ts"
import { Text } from "../../values/Text.ts"
import { messageIdIn, type ReportedOutcome } from "../DeliveryReport.ts"
import { type ReportForm, unknownForm } from "./Provider.ts"
import { isoTime } from "./reportFields.ts"

const PlainReport = Schema.Struct({
  type: Schema.Literals(["bounce", "complaint", "delivered"]),
  email: Email,
  message_id: Schema.optionalKey(Schema.NullOr(Text)),
  permanent: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  time: Schema.optionalKey(Schema.NullOr(Text))
})
const decode = Schema.decodeUnknownResult(PlainReport, { errors: "all" })

const outcomeOf = ({ type, permanent }: typeof PlainReport.Type): ReportedOutcome => {
  if (type === "complaint") return { kind: "complained" }
  if (type === "delivered") return { kind: "delivered" }
  return { kind: permanent === false ? "soft_bounced" : "bounced" }
}

/** The form of this service: `{type: "bounce" | "complaint" | "delivered", email, message_id?, permanent?, time?}`. */
export const plain: ReportForm = {
  provider: "plain",
  matches: ({ type, event }) => typeof type === "string" && event === undefined,
  read: (body) =>
    Result.mapBoth(decode(body), {
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
