import { Result } from "effect"
import { type DeliveryReport, messageIdIn, type ReportedOutcome } from "../DeliveryReport.ts"
import { reportedFailure } from "../reportedFailure.ts"
import type { JsonObject } from "../../json/Json.ts"
import { emailOf, isoTime, listOf, objectOf, textOf } from "./reportFields.ts"
import type { ReportForm } from "./Provider.ts"

// Transient bounces of the content: the mailbox is not at fault.
const contentFailures = new Set(["MessageTooLarge", "ContentRejected", "AttachmentRejected"])

const bounceOf = (bounce: JsonObject, recipient: JsonObject) => {
  if (contentFailures.has(String(bounce["bounceSubType"]))) {
    return { outcome: { kind: "refused", refusal: "content" } as const, code: null }
  }
  const type = bounce["bounceType"]
  const verdict = type === "Permanent" ? "permanent" : type === "Transient" ? "temporary" : null
  return reportedFailure({ verdict, texts: [textOf(recipient["status"]), textOf(recipient["diagnosticCode"])] })
}

/** The id of the message: SES replaces `Message-ID` and tells the original among the headers. */
const messageIdOf = (mail: JsonObject): string | null => {
  const headers = Array.isArray(mail["headers"]) ? mail["headers"].slice(0, 200).map(objectOf) : []
  const texts = [objectOf(mail["commonHeaders"])["messageId"], ...headers.map(({ value }) => value)]
  return texts.map((text) => messageIdIn(textOf(text) ?? "")).find((id) => id !== null) ?? null
}

const read = (notification: JsonObject): ReadonlyArray<DeliveryReport> => {
  const message_id = messageIdOf(objectOf(notification["mail"]))
  const about = (
    recipient: unknown,
    details: JsonObject,
    { outcome, code }: { readonly outcome: ReportedOutcome; readonly code: string | null }
  ): ReadonlyArray<DeliveryReport> => {
    const email = emailOf(recipient)
    return email === undefined ? [] : [{ ...outcome, email, message_id, at: isoTime(details["timestamp"]), code }]
  }
  const bounce = objectOf(notification["bounce"])
  const complaint = objectOf(notification["complaint"])
  const delivery = objectOf(notification["delivery"])
  switch (notification["notificationType"] ?? notification["eventType"]) {
    case "Bounce":
      return listOf(bounce["bouncedRecipients"])
        .map(objectOf)
        .flatMap((recipient) => about(recipient["emailAddress"], bounce, bounceOf(bounce, recipient)))
    case "Complaint":
      // The person took the mail out of the spam folder.
      if (complaint["complaintFeedbackType"] === "not-spam") return []
      return listOf(complaint["complainedRecipients"])
        .map(objectOf)
        .flatMap(({ emailAddress }) => about(emailAddress, complaint, { outcome: { kind: "complained" }, code: null }))
    case "Delivery":
      return listOf(delivery["recipients"]).flatMap((recipient) =>
        about(recipient, delivery, { outcome: { kind: "delivered" }, code: null })
      )
    default:
      return []
  }
}

/** The form of notifications and events of Amazon SES, which arrive within a signed envelope of SNS. */
export const ses: ReportForm = {
  provider: "ses",
  matches: ({ notificationType, eventType }) => typeof (notificationType ?? eventType) === "string",
  read: (notification) => Result.succeed(read(notification))
}
