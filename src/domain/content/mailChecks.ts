import { Schema } from "effect"
import { Language } from "../languages/Language.ts"
import type { SenderCheck } from "../senders/SenderState.ts"
import { type SpamScore, spamCheck } from "./SpamScore.ts"

/** What is looked at before a mail goes to many. */
export const MailCheckName = Schema.Literals([
  "subject",
  "preheader",
  "weight",
  "images",
  "links",
  "unsubscribe",
  "spam",
  "sender"
])
export type MailCheckName = typeof MailCheckName.Type

/** One line of the checklist: whether all is well, with `detail` in words. `variant` is null for what all variants share. */
export const MailCheck = Schema.Struct({
  check: MailCheckName,
  variant: Schema.NullOr(Schema.Int),
  language: Schema.optionalKey(
    Language.annotate({ description: "The language of the sample, where there are several." })
  ),
  passed: Schema.Boolean,
  detail: Schema.String
}).annotate({ identifier: "MailCheck" })
export type MailCheck = typeof MailCheck.Type

/** What is found in a mail as one contact gets it. `bytes`: of its HTML. `links`: the addresses that its template names. `spam`: where there is a filter. */
export interface MailFacts {
  readonly subject: string
  readonly preheader: string
  readonly bytes: number
  readonly images: number
  readonly imagesWithoutText: number
  readonly links: ReadonlyArray<string>
  readonly canUnsubscribe: boolean
  readonly spam?: SpamScore
}

/** Gmail shows about 102 kB of a mail's HTML and hides the rest, the link to unsubscribe with it. */
const maxBytes = 100_000

const insecure = (address: string): boolean => /^http:/i.test(address)
const malformed = (address: string): boolean => /^https?:/i.test(address) && !URL.canParse(address)

const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_000))} kB`

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`

type Line = Omit<MailCheck, "variant" | "language">

const linksLine = (links: ReadonlyArray<string>): Line => {
  const wrong = links.filter(malformed).length
  const open = links.filter(insecure).length
  const parts = [
    ...(wrong === 0 ? [] : [`${count(wrong, "link")} with an address that can't be read`]),
    ...(open === 0 ? [] : [`${count(open, "link")} with http:// instead of https://`])
  ]
  return {
    check: "links",
    passed: parts.length === 0,
    detail: parts.length === 0 ? `${count(links.length, "link")}, all with secure addresses` : parts.join(", ")
  }
}

const linesOf = (facts: MailFacts): ReadonlyArray<Line> => {
  const { subject, preheader, bytes, images, imagesWithoutText, links, canUnsubscribe, spam } = facts
  const hasSubject = subject.trim() !== ""
  const hasPreheader = preheader.trim() !== ""
  return [
    { check: "subject", passed: hasSubject, detail: hasSubject ? "Has a subject" : "Has no subject" },
    {
      check: "preheader",
      passed: hasPreheader,
      detail: hasPreheader
        ? "Has a preview text"
        : "Has no preview text: inboxes show the first words of the mail after the subject"
    },
    {
      check: "weight",
      passed: bytes < maxBytes,
      detail:
        bytes < maxBytes
          ? `Weighs ${kilobytes(bytes)}`
          : `Weighs ${kilobytes(bytes)}: Gmail cuts mails of more than 102 kB, and hides how to unsubscribe`
    },
    {
      check: "images",
      passed: imagesWithoutText === 0,
      detail:
        imagesWithoutText === 0
          ? `${count(images, "picture")}, all with alternative text`
          : `${count(imagesWithoutText, "picture")} without alternative text, for those who do not see it`
    },
    linksLine(links),
    {
      check: "unsubscribe",
      passed: canUnsubscribe,
      detail: canUnsubscribe ? "Has a link to unsubscribe" : "Has no link to unsubscribe"
    },
    ...(spam === undefined ? [] : [{ check: "spam" as const, ...spamCheck(spam) }])
  ]
}

const senderLine = (check: SenderCheck | null): Line => {
  if (check === null) return { check: "sender", passed: false, detail: "The sender's domain was never checked" }
  const { domain, proof, spf, dkim, dmarc } = check
  const lacking = Object.entries({ proof, SPF: spf, DKIM: dkim, DMARC: dmarc }).flatMap(([name, status]) =>
    status === null || status === "ok" ? [] : [name]
  )
  return {
    check: "sender",
    passed: lacking.length === 0,
    detail:
      lacking.length === 0
        ? `The DNS records of ${domain} were found`
        : `Of ${domain}, these DNS records are not in order: ${lacking.join(", ")}`
  }
}

/** The checklist of a mail to many: the lines of each variant, then that of the sender. It warns and prevents nothing. Pure. */
export const mailChecks = (
  variants: ReadonlyArray<{ readonly variant: number; readonly language?: Language | null; readonly facts: MailFacts }>,
  sender: SenderCheck | null
): ReadonlyArray<MailCheck> => [
  ...variants.flatMap(({ variant, language, facts }) =>
    linesOf(facts).map((line) => ({ ...line, variant, ...(language == null ? {} : { language }) }))
  ),
  { ...senderLine(sender), variant: null }
]
