/** Words by which a server says that it refuses for the sender's sake, or by a rule of its own. */
const ofSender =
  /\brelay|\bsender|\bfrom address|\breturn path|\bverif|\bpolic|\bspam|\bjunk|\bblock|\bblack ?list|\bdnsbl|\brbl\b|\breputation|\bspf\b|\bdkim\b|\bdmarc\b|\bauth|\bsmtp auth|\bhelo\b|\behlo\b|\breverse dns|\bptr\b|\bip address|\bclient host|\bsend(?:ing)? (?:limit|quota)|\brate limit/i

/** Words that refuse without saying whose sake it is for. */
const denied = /\bdenied\b|\bnot permitted\b|\bnot allowed\b|\bnot accepted here\b|\bprohibited\b/i

const subject = "(?:user|users|mailbox|mail ?box|recipient|address|account|alias|domain|host|addressee)"
const absent =
  "(?:unknown|not? (?:be )?found|doe?s(?:n'?t| not) exist|not exist|no longer|invalid|unavailable|not available|inactive|disabled|not known|undeliverable|rejected|unrouteable|unroutable|not valid)"

/** Words that tell of a user, mailbox or domain that does not exist. */
const ofUnknown = new RegExp(
  `\\b${subject}\\b[^.]{0,60}\\b${absent}|\\b(?:no such|unknown|invalid|unrouteable|unroutable|nonexistent)\\s(?:[\\w-]{1,20}\\s){0,2}${subject}\\b|\\bdoesn'?t have an? [^ ]{1,60} account`,
  "i"
)

/** Whether a reply's words speak of the sender, of relaying or of a rule of the server. */
export const tellsOfSender = (words: string): boolean => ofSender.test(words)

/** Whether a reply's words tell that the recipient's user, mailbox or domain is unknown, and not of the sender. */
export const tellsOfUnknownRecipient = (words: string): boolean => ofUnknown.test(words) && !ofSender.test(words)

/** Whether a reply without an enhanced code may be about its recipient: its words say nothing against that. */
export const mayBeOfRecipient = (words: string): boolean =>
  !ofSender.test(words) && (!denied.test(words) || ofUnknown.test(words))

/**
 * The words of a reply without what differs from one recipient and mail to the next: addresses, numbers, names of queues, links. Two refusals
 * with equal words have the same cause.
 */
export const comparableWords = (text: string, recipient: string): string => {
  const parts = new Set(recipient.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return text
    .slice(0, 500)
    .toLowerCase()
    .replaceAll(recipient.toLowerCase(), " ")
    .replace(/[^\s<>:;,"']{1,100}@[^\s<>:;,"']{1,260}/g, " ")
    .replace(/https?:\/\/\S{1,300}/g, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !parts.has(word) && !/\d/.test(word))
    .join(" ")
}
