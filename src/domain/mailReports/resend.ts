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
import { isObject, type JsonObject } from "../json/Json.ts"
import type { SignedReportForm } from "./ReportForm.ts"
import { emailOf, isoTime, listOf, objectOf, textOf } from "./reportFields.ts"

const verdicts = new Map([
  ["permanent", "permanent" as const],
  ["transient", "temporary" as const]
])

const bounceOf = (bounce: JsonObject): ReadOutcome | undefined => {
  const verdict = verdicts.get((textOf(bounce["type"]) ?? "").toLowerCase()) ?? null
  const read = reportedFailure({
    verdict,
    texts: [...listOf(bounce["diagnosticCode"]).map(textOf), textOf(bounce["message"])]
  })
  // As of Amazon SES, which Resend sends through: an answer of the person's mailbox, such as a vacation reply.
  return verdict === "temporary" && bounce["subType"] === "General" && read.code === null ? undefined : read
}

// An address that Resend sends nothing to from then on.
const suppressionOf = (origin: unknown): ReadOutcome =>
  origin === "bounce" ? bounced : origin === "complaint" ? complained : unsubscribed

const outcomeOf = (type: unknown, data: JsonObject): ReadOutcome | undefined => {
  switch (type) {
    case "email.delivered":
      return delivered
    case "email.complained":
      return complained
    case "email.bounced":
      return bounceOf(objectOf(data["bounce"]))
    case "email.suppressed":
      return bounced
    case "email.failed":
      return uncoded({ kind: "refused", refusal: "other" })
    case "contact.created":
    case "contact.updated":
      return data["unsubscribed"] === true ? unsubscribed : undefined
    case "suppression.added":
      return suppressionOf(data["origin"])
    default:
      return undefined
  }
}

/** Resend's webhooks: one event about all recipients of a mail, or about a contact; those of domains and others say nothing of people. */
export const resend: SignedReportForm = {
  name: "Resend",
  messageHeader: { host: /(?:^|\.)resend\.com$/, of: (message_id) => ({ "X-Entity-Ref-ID": message_id }) },
  signing: {
    scheme: "webhook",
    keyIssue: "Must be the signing secret of Resend's webhook, which begins with whsec_",
    // As in Standard Webhooks.
    maxAge: 300_000,
    signatures: ({ headers, body, text }) => {
      const header = (name: string) => headers[`svix-${name}`] ?? headers[`webhook-${name}`] ?? ""
      const [id, time] = [header("id"), header("timestamp")]
      const given = header("signature").slice(0, 2_000).split(" ")
      return [{ time, signed: [`${id}.${time}.`, body], given, token: id, content: text }]
    }
  },
  matches: ({ type, data }) => typeof type === "string" && /^[a-z]{1,40}\.[a-z_.]{1,80}$/.test(type) && isObject(data),
  read: ({ type, created_at, data }) => {
    const mail = objectOf(data)
    const read = outcomeOf(type, mail)
    if (read === undefined) return Result.succeed([])
    const headers = listOf(mail["headers"]).map(objectOf)
    const named = (header: string) =>
      textOf(headers.find(({ name }) => textOf(name)?.toLowerCase() === header)?.["value"])
    const message_id = messageIdInAny([
      textOf(mail["message_id"]),
      named("message-id"),
      named("x-entity-ref-id"),
      textOf(objectOf(mail["tags"])["message_id"])
    ])
    return Result.succeed(
      listOf(mail["to"] ?? [mail["email"]]).flatMap((to) => {
        const email = emailOf(to)
        return email === undefined
          ? []
          : [{ ...read.outcome, email, message_id, at: isoTime(created_at), code: read.code }]
      })
    )
  }
}
