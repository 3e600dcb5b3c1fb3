import { Result } from "effect"
import {
  complained,
  delivered,
  type DeliveryReport,
  droppedAsUnsubscribed,
  messageIdInAny,
  type ReadOutcome,
  uncoded,
  unsubscribed
} from "./DeliveryReport.ts"
import { reportedFailure } from "./reportedFailure.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { emailOf, isoTime, listOf, objectOf, textOf } from "./reportFields.ts"
import type { ReportForm } from "./ReportForm.ts"

// Transient bounces of the content: the mailbox is not at fault.
const contentFailures = new Set(["MessageTooLarge", "ContentRejected", "AttachmentRejected"])

const bounceOf = (bounce: JsonObject, recipient: JsonObject): ReadOutcome | undefined => {
  const subType = String(bounce["bounceSubType"])
  if (contentFailures.has(subType)) return uncoded({ kind: "refused", refusal: "content" })
  // The person left by Amazon's list management.
  if (subType === "UnsubscribedRecipient") return droppedAsUnsubscribed
  const type = bounce["bounceType"]
  const verdict = type === "Permanent" ? "permanent" : type === "Transient" ? "temporary" : null
  const texts = [textOf(recipient["status"]), textOf(recipient["diagnosticCode"])]
  // An answer of the person's mailbox, such as a vacation reply: no server refused anything.
  if (type === "Transient" && subType === "General" && texts.every((text) => (text ?? "") === "")) return undefined
  return reportedFailure({ verdict, texts })
}

/** The topics of list management that a person has opted out of. */
const optedOut = (preferences: unknown): ReadonlySet<unknown> =>
  new Set(
    listOf(objectOf(preferences)["topicSubscriptionStatus"])
      .map(objectOf)
      .flatMap(({ topicName, subscriptionStatus }) =>
        typeof topicName === "string" && /^opt_?out$/i.test(textOf(subscriptionStatus) ?? "") ? [topicName] : []
      )
  )

/** Whether a change of preferences at Amazon's list management is a no: to all mail, or to a topic that was not opted out of before. */
const leaves = ({ newTopicPreferences, oldTopicPreferences }: JsonObject): boolean => {
  if (objectOf(newTopicPreferences)["unsubscribeAll"] === true) return true
  const before = optedOut(oldTopicPreferences)
  return [...optedOut(newTopicPreferences)].some((topic) => !before.has(topic))
}

/** The id of the message: SES replaces `Message-ID` and tells the original among the headers. */
const messageIdOf = (mail: JsonObject): string | null => {
  const headers = Array.isArray(mail["headers"]) ? mail["headers"].slice(0, 200).map(objectOf) : []
  const tags = listOf(objectOf(mail["tags"])["message_id"])
  const texts = [objectOf(mail["commonHeaders"])["messageId"], ...headers.map(({ value }) => value), ...tags]
  return messageIdInAny(texts.map(textOf))
}

/** Reads the message of an SNS notification: what SES published. Empty for anything else that the topic carries. */
export const readSesMessage = (notification: JsonObject): ReadonlyArray<DeliveryReport> => {
  const message_id = messageIdOf(objectOf(notification["mail"]))
  const about = (
    recipient: unknown,
    details: JsonObject,
    read: ReadOutcome | undefined
  ): ReadonlyArray<DeliveryReport> => {
    const email = emailOf(recipient)
    if (email === undefined || read === undefined) return []
    return [{ ...read.outcome, email, message_id, at: isoTime(details["timestamp"]), code: read.code }]
  }
  const destinations = listOf(objectOf(notification["mail"])["destination"])
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
        .flatMap(({ emailAddress }) => about(emailAddress, complaint, complained))
    case "Delivery":
      return listOf(delivery["recipients"]).flatMap((recipient) => about(recipient, delivery, delivered))
    // Amazon itself did not send the mail, because of what it holds.
    case "Reject":
      return destinations.flatMap((recipient) => about(recipient, {}, uncoded({ kind: "refused", refusal: "content" })))
    case "Subscription": {
      const subscription = objectOf(notification["subscription"])
      return leaves(subscription)
        ? destinations.flatMap((recipient) => about(recipient, subscription, unsubscribed))
        : []
    }
    default:
      return []
  }
}

const rawSes = {
  field: "",
  message: "Amazon SES must report by SNS with raw message delivery off, so that SNS signs the report"
}

/** The form of notifications and events of Amazon SES, which are read from the signed envelope of SNS alone. */
export const ses: ReportForm = {
  name: "Amazon SES by SNS",
  messageHeader: {
    host: /^email-smtp(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com$/,
    of: (message_id) => ({ "X-SES-MESSAGE-TAGS": `message_id=${message_id}` })
  },
  matches: ({ notificationType, eventType, mail }) =>
    typeof (notificationType ?? eventType) === "string" && isObject(mail),
  read: () => Result.fail([rawSes])
}
