/** What the reply of a mail server means for a message: try again, give the message up, or give the recipient's address up. */
export type SmtpFailure = "temporary" | "message" | "recipient"

/** A negative reply: the command it answers and its text, which begins with the three digits of its code. */
export interface SmtpReply {
  readonly command: string
  readonly text: string
}

const reply = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})(?!\d))?/

/** The reply's code and its enhanced code (RFC 3463), as far as it has them. */
export const smtpCodes = (text: string): { readonly basic: number; readonly enhanced: string | undefined } => {
  const [, basic = "0", enhanced] = reply.exec(text) ?? []
  return { basic: Number(basic), enhanced }
}

// RFC 3463: no such mailbox, no such domain, ambiguous, bad syntax, moved, no mail host; and the mailbox that is disabled.
const recipientFailures = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.6", "5.1.10", "5.2.1"])

/**
 * What a negative reply means (contract §12). Only a permanent failure of the recipient's address counts against it: the
 * enhanced code decides where there is one, else 550 and 551 to `RCPT TO`. A full mailbox (552, x.2.2) is temporary; failures of
 * sender, content and policy are the message's. Pure.
 */
export const smtpFailureOf = ({ command, text }: SmtpReply): SmtpFailure => {
  const { basic, enhanced } = smtpCodes(text)
  if (basic < 500 || basic > 599 || enhanced?.startsWith("4.") === true) return "temporary"
  if (basic === 552 || enhanced === "5.2.2") return "temporary"
  if (enhanced !== undefined) return recipientFailures.has(enhanced) ? "recipient" : "message"
  return command === "RCPT TO" && (basic === 550 || basic === 551) ? "recipient" : "message"
}
