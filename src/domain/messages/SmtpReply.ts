import type { ProviderSignal } from "./Provider.ts"

/** How a negative SMTP reply is handled: retry, fail the message, or fail the recipient's address. */
export type SmtpFailure = "temporary" | "message" | "recipient"

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

/**
 * Classifies a negative reply. Only a permanent failure of the recipient's address is `recipient` (contract §4.4): the enhanced
 * code decides if present, else 550 and 551 to `RCPT TO`. A full mailbox (552, x.2.2) is temporary; permanent failures of
 * sender, content and policy are `message`. Pure.
 */
export const smtpFailureOf = ({ command, text }: SmtpReply): SmtpFailure => {
  const { basic, enhanced } = smtpCodes(text)
  if (basic < 500 || basic > 599 || enhanced?.startsWith("4.") === true) return "temporary"
  if (basic === 552 || enhanced === "5.2.2") return "temporary"
  if (enhanced !== undefined) return recipientFailures.has(enhanced) ? "recipient" : "message"
  return command === "RCPT TO" && (basic === 550 || basic === 551) ? "recipient" : "message"
}

// 4.2.x is about the mailbox of the recipient, and greylisting about its first mail of a sender.
const isAboutRecipient = (text: string, enhanced: string | undefined): boolean =>
  enhanced?.startsWith("4.2.") === true || /gr[ae]y-?list/i.test(text)

/**
 * What a negative reply tells about the mail server: 421, 451 and 452 ask for fewer mails (contract §12), unless they are about the
 * recipient. Pure.
 */
export const smtpSignalOf = (text: string): ProviderSignal => {
  const { basic, enhanced } = smtpCodes(text)
  if (basic === 421) return "slow"
  return (basic === 451 || basic === 452) && !isAboutRecipient(text, enhanced) ? "slow" : "works"
}
