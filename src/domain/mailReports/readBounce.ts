import { type DeliveryReport, uncoded, type ReadOutcome } from "./DeliveryReport.ts"
import { smtpCodes, smtpFailureOf, type SmtpFailure } from "../messages/SmtpReply.ts"

/** A mail that came back, as its MIME parts: the words for people, and the report for programs (RFC 3464). */
export interface BounceMail {
  /** The top media type with its parameters. */
  readonly contentType: string
  readonly text: string
  /** The part `message/delivery-status`; undefined without one. */
  readonly status: string | undefined
}

// Characters of a report that are read, and recipients in it: a mail of this service has one.
const maxStatus = 20_000
const maxGroups = 20
const maxWords = 2_000

/** The fields of each group of a report, by their names in lower case. Continued lines are joined. */
const groupsOf = (status: string): ReadonlyArray<ReadonlyMap<string, string>> =>
  status
    .slice(0, maxStatus)
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]+/g, " ")
    .split(/\n[ \t]*\n/)
    .slice(0, maxGroups)
    .map(
      (group) =>
        new Map(
          group.split("\n").flatMap((line) => {
            const at = line.indexOf(":")
            return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const] : []
          })
        )
    )

const enhancedCode = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/

/** The server's reply that a group tells, with the group's status where the reply has no enhanced code of its own. */
const replyOf = (fields: ReadonlyMap<string, string>, text: string): string => {
  const diagnostic = (fields.get("diagnostic-code") ?? "").replace(/^[\w-]{1,20}\s*;\s*/, "").slice(0, maxWords)
  const status = enhancedCode.exec(fields.get("status") ?? "")?.[1] ?? "5.0.0"
  const { basic, enhanced } = smtpCodes(diagnostic)
  const words = diagnostic
    .replace(/^\d{3}[ -]?/, "")
    .replace(enhanced ?? "", "")
    .trim()
  // Exim says nothing for programs but 5.0.0 of an address that it knows to be wrong itself; its words for people tell.
  const told = words === "" ? text.slice(0, maxWords) : words
  return `${basic > 0 ? basic : `${status[0] ?? "5"}50`} ${enhanced ?? status} ${told}`
}

const outcomeOf = (failure: SmtpFailure): ReadOutcome["outcome"] => {
  if (failure === "recipient") return { kind: "bounced" }
  // The relay has given up, as this service does after its own last try.
  if (failure === "temporary" || failure === "mailbox" || failure === "unconfirmed") return { kind: "soft_bounced" }
  return { kind: "refused", refusal: failure }
}

/**
 * The outcome for the recipient of a mail that came back, by the rules of SMTP replies (contract §12). Undefined for anything but a report of
 * a failure: vacation replies, challenges, delays, receipts. Pure; linear in the mail.
 */
export const readBounce = ({ contentType, text, status }: BounceMail): ReadOutcome | undefined => {
  const isReport = /^multipart\/report\b/i.test(contentType.trim()) && /delivery-status/i.test(contentType)
  if (!isReport || status === undefined) return undefined
  const failed = groupsOf(status).find((fields) => /^failed\b/i.test(fields.get("action") ?? ""))
  if (failed === undefined) return undefined
  const reply = replyOf(failed, text)
  const { basic, enhanced } = smtpCodes(reply)
  const outcome = outcomeOf(smtpFailureOf({ command: "RCPT TO", text: reply }))
  return { ...uncoded(outcome), code: [basic, enhanced].filter((part) => part !== undefined).join(" ") }
}

/** The report that a bounce amounts to, about the message whose envelope it came back to. */
export const reportOfBounce = (
  { outcome, code }: ReadOutcome,
  about: Pick<DeliveryReport, "email" | "message_id">
): DeliveryReport => ({ ...outcome, ...about, at: null, code })
