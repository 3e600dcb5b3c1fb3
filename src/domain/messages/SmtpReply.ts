import { Refusal } from "./DeliveryReport.ts"
import type { ProviderSignal } from "./Provider.ts"

/**
 * How a negative SMTP reply is handled. `temporary` and `mailbox` (full, or failed for now) are retried. `recipient`: the address
 * failed permanently. A refusal fails the message alone.
 */
export const smtpFailures = ["temporary", "mailbox", "recipient", ...Refusal.literals] as const
export type SmtpFailure = (typeof smtpFailures)[number]

/** A negative reply: the command it answers, and its text, which begins with the three-digit code. */
export interface SmtpReply {
  readonly command: string
  readonly text: string
}

const reply = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})(?!\d))?/

/** The reply's code, 0 without one, and its enhanced code (RFC 3463). */
export const smtpCodes = (text: string): { readonly basic: number; readonly enhanced: string | undefined } => {
  const [, basic = "0", enhanced] = reply.exec(text) ?? []
  return { basic: Number(basic), enhanced }
}

// RFC 3463: bad mailbox, bad domain, ambiguous, bad syntax, moved, null MX; and mailbox disabled (5.2.1).
const recipientFailures = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.6", "5.1.10", "5.2.1"])

// Bad sender's mailbox or domain.
const senderFailures = new Set(["5.1.7", "5.1.8"])

// Message too long for the recipient or for the system.
const contentFailures = new Set(["5.2.3", "5.3.4"])

/** Classifies an enhanced code by itself; undefined if it does not tell. */
const failureOfEnhanced = (enhanced: string): SmtpFailure | undefined => {
  if (recipientFailures.has(enhanced)) return "recipient"
  if (senderFailures.has(enhanced)) return "sender"
  if (contentFailures.has(enhanced) || enhanced.startsWith("5.6.")) return "content"
  if (enhanced.startsWith("5.7.")) return "policy"
  if (enhanced === "5.2.2" || enhanced.startsWith("4.2.")) return "mailbox"
  return enhanced.startsWith("4.") ? "temporary" : undefined
}

// Authentication or encryption is missing: the server's settings are at fault, and are corrected.
const settingsCodes = new Set([530, 534, 535, 538])

/**
 * Classifies a negative reply (contract §4.7). Only a permanent failure of the recipient's address is `recipient`: the enhanced
 * code decides if it tells, else 550 and 551 to `RCPT TO`. A full mailbox (552, x.2.2) is `mailbox`. Pure.
 */
export const smtpFailureOf = ({ command, text }: SmtpReply): SmtpFailure => {
  const { basic, enhanced } = smtpCodes(text)
  const isOfRecipient = command === "RCPT TO"
  if (basic < 500 || basic > 599 || settingsCodes.has(basic)) {
    const isOfMailbox = enhanced?.startsWith("4.2.") ?? (basic === 450 && isOfRecipient)
    return isOfMailbox ? "mailbox" : "temporary"
  }
  const told = enhanced === undefined ? undefined : failureOfEnhanced(enhanced)
  if (told !== undefined) return told
  if (command === "MAIL FROM") return basic === 552 ? "content" : "sender"
  if (basic === 552) return "mailbox"
  return enhanced === undefined && isOfRecipient && (basic === 550 || basic === 551) ? "recipient" : "other"
}

/** Whether a failure fails the message for good, and not because of its recipient's address. */
export const isRefusal = (failure: SmtpFailure): failure is Refusal =>
  failure !== "temporary" && failure !== "mailbox" && failure !== "recipient"

// 4.2.x is about the mailbox of the recipient, and greylisting about its first mail of a sender.
const isAboutRecipient = (text: string, enhanced: string | undefined): boolean =>
  enhanced?.startsWith("4.2.") === true || /gr[ae]y-?list/i.test(text)

/**
 * The mail server's state by a negative reply: 421, 451 and 452 ask for fewer mails (contract §12), unless they are about the
 * recipient. Pure.
 */
export const smtpSignalOf = (text: string): ProviderSignal => {
  const { basic, enhanced } = smtpCodes(text)
  if (basic === 421) return "slow"
  return (basic === 451 || basic === 452) && !isAboutRecipient(text, enhanced) ? "slow" : "works"
}
