import { Refusal } from "../mailReports/DeliveryReport.ts"
import type { TransportSignal } from "./TransportState.ts"
import { mayBeOfRecipient, tellsOfSender, tellsOfUnknownRecipient } from "./smtpWords.ts"

/**
 * How a negative SMTP reply is handled. `temporary` and `mailbox` (full, or failed for now) are retried. `recipient`: the address
 * failed permanently. `unconfirmed`: it may be of the recipient or of the sender, which `confirmedFailure` decides. A refusal fails the
 * message alone.
 */
export const smtpFailures = ["temporary", "mailbox", "recipient", "unconfirmed", ...Refusal.literals] as const
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

/** The words of a reply, without its codes. */
const wordsOf = (text: string): string => text.replace(reply, "")

// Bad sender's mailbox or domain.
const senderFailures = new Set(["5.1.7", "5.1.8"])

// Message too long for the recipient or for the system.
const contentFailures = new Set(["5.2.3", "5.3.4"])

// RFC 3463 gives these no meaning, or one that servers use for unknown recipients too (5.4.1 is Microsoft 365's). Their words decide.
const wordedFailures = new Set(["5.4.1", "5.4.4", "5.0.0", "5.5.0"])

/** Classifies an enhanced code by itself and the words; undefined if they do not tell. */
const failureOfEnhanced = (enhanced: string, command: string, words: string): SmtpFailure | undefined => {
  if (senderFailures.has(enhanced)) return "sender"
  if (enhanced.startsWith("5.1.")) return isOfSender(enhanced, command, words) ? "sender" : "recipient"
  if (enhanced === "5.2.1") return "recipient"
  if (contentFailures.has(enhanced) || enhanced.startsWith("5.6.")) return "content"
  if (enhanced.startsWith("5.7.")) return "policy"
  if (enhanced === "5.2.2" || enhanced.startsWith("4.2.")) return "mailbox"
  if (enhanced.startsWith("4.")) return "temporary"
  if (!wordedFailures.has(enhanced) || command !== "RCPT TO") return undefined
  return tellsOfUnknownRecipient(words) ? "recipient" : tellsOfSender(words) ? "sender" : undefined
}

// 5.1.0 is of either address, and Postfix's "Sender address rejected" has it too, as a reply to RCPT TO.
const isOfSender = (enhanced: string, command: string, words: string): boolean =>
  command === "MAIL FROM" || (enhanced === "5.1.0" && tellsOfSender(words))

// Authentication or encryption is missing: the server's settings are at fault, and are corrected.
const settingsCodes = new Set([530, 534, 535, 538])

const ofSize = /\bsize\b|too (?:big|large|long)|\bexceed(?:s|ed)? (?:the )?(?:maximum|limit)/i
const ofQuota = /quota|full|storage|space|over ?limit|mailbox/i

/** 552 is a full mailbox, or a mail that is too large: in reply to MAIL FROM always, else by its words. After DATA it is rather the mail. */
const failureOf552 = (command: string, words: string): SmtpFailure => {
  if (command === "MAIL FROM" || ofSize.test(words)) return "content"
  return command === "RCPT TO" || ofQuota.test(words) ? "mailbox" : "content"
}

/**
 * Classifies a negative reply (contract §12). Only a permanent failure of the recipient's address is `recipient`: by an enhanced code of
 * its own, or one with words that tell of an unknown user, mailbox or domain. 550 and 551 to `RCPT TO` without an enhanced code are
 * `unconfirmed` unless their words speak of the sender or a policy. Pure.
 */
export const smtpFailureOf = ({ command, text }: SmtpReply): SmtpFailure => {
  const { basic, enhanced } = smtpCodes(text)
  const words = wordsOf(text)
  const isOfRecipient = command === "RCPT TO"
  if (basic < 500 || basic > 599 || settingsCodes.has(basic)) {
    const isOfMailbox = enhanced?.startsWith("4.2.") ?? (basic === 450 && isOfRecipient)
    return isOfMailbox ? "mailbox" : "temporary"
  }
  const told = enhanced === undefined ? undefined : failureOfEnhanced(enhanced, command, words)
  if (told !== undefined) return told
  if (basic === 552) return failureOf552(command, words)
  if (command === "MAIL FROM") return "sender"
  const isOfMailbox = basic === 550 || basic === 551 || (basic === 554 && !isOfRecipient)
  if (enhanced !== undefined || !isOfMailbox) return "other"
  if (isOfRecipient) return mayBeOfRecipient(words) ? "unconfirmed" : "sender"
  // Yahoo takes every recipient and refuses the unknown ones after the content.
  return tellsOfUnknownRecipient(words) ? "unconfirmed" : "other"
}

/**
 * Decides an `unconfirmed` failure: it is of the recipient only if the server took another recipient of the account since it last refused
 * with the same words; a server that refuses everybody refuses the sender. Pure.
 */
export const confirmedFailure = (failure: SmtpFailure, { tookAnother }: { readonly tookAnother: boolean }) =>
  failure !== "unconfirmed" ? failure : tookAnother ? "recipient" : "sender"

/** Whether a failure fails the message for good, and not because of its recipient's address. */
export const isRefusal = (failure: SmtpFailure): failure is Refusal =>
  failure !== "temporary" && failure !== "mailbox" && failure !== "recipient" && failure !== "unconfirmed"

// 4.2.x is about the mailbox of the recipient, and greylisting about its first mail of a sender.
const isAboutRecipient = (text: string, enhanced: string | undefined): boolean =>
  enhanced?.startsWith("4.2.") === true || /gr[ae]y-?list/i.test(text)

/**
 * The mail server's state by a negative reply: 421, 451 and 452 ask for fewer mails (contract §12), unless they are about the
 * recipient. Pure.
 */
export const smtpSignalOf = (text: string): TransportSignal => {
  const { basic, enhanced } = smtpCodes(text)
  if (basic === 421) return "slow"
  return (basic === 451 || basic === 452) && !isAboutRecipient(text, enhanced) ? "slow" : "works"
}
