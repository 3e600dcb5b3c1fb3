import type { WritableEmailConsent, WritableSmsConsent } from "../contacts/consentOnWrite.ts"
import { strictness } from "../contacts/Consent.ts"
import { stateOfCell } from "./importCells.ts"

type Channel = "email" | "sms"
type ImportedConsent = WritableEmailConsent | WritableSmsConsent

// The words of Shopify, WooCommerce, Klaviyo, Mailchimp, Omnisend and Brevo, as `stateOfCell` spells them.
const words: Readonly<Record<ImportedConsent, ReadonlyArray<string>>> = {
  subscribed: ["subscribed", "yes", "true", "1", "y", "opted_in", "opt_in", "optin", "confirmed", "active"],
  single_opt_in: ["single_opt_in"],
  unsubscribed: [
    "unsubscribed",
    "unsubscribe",
    "opted_out",
    "opt_out",
    "optout",
    "blacklisted",
    "blocklisted",
    "inactive"
  ],
  never_subscribed: [
    "never_subscribed",
    "non_subscribed",
    "nonsubscribed",
    "not_subscribed",
    "pending",
    "unconfirmed",
    "transactional",
    "archived"
  ],
  suppressed: [
    "suppressed",
    "cleaned",
    "bounced",
    "hard_bounce",
    "hard_bounced",
    "invalid",
    "complained",
    "spam",
    "spam_complaint",
    "marked_as_spam"
  ]
}

const states = new Map(Object.entries(words).flatMap(([state, all]) => all.map((word) => [word, state] as const)))

/** Words that say nothing of a consent: a no of a column "accepts marketing" may stand for a person who was never asked. */
const silent = new Set(["", "no", "false", "0", "n", "[]", "none", "null"])

/**
 * The consent that a word of another service states (contract §4.10): undefined if it states none. Other words are returned as they
 * are, so that validation reports them. Texts know no suppression: it is an unsubscription.
 */
export const consentOfWord = (channel: Channel, cell: string): string | undefined => {
  const word = stateOfCell(cell)
  if (silent.has(word)) return undefined
  const state = states.get(word) ?? word
  return channel === "sms" && state === "suppressed" ? "unsubscribed" : state
}

/** The consent that a column of refusals states: a yes, a time or a reason in it is a no to marketing. */
export const refusalOfCell = (
  channel: Channel,
  state: "unsubscribed" | "suppressed",
  cell: string
): string | undefined => {
  const word = stateOfCell(cell)
  if (silent.has(word)) return undefined
  const isSuppressed = state === "suppressed" || /bounce|invalid|spam|complain|suppress/.test(word)
  return channel === "email" && isSuppressed && !/^\W*unsubscribe\W*$/.test(word) ? "suppressed" : "unsubscribed"
}

const strictnessOf = (value: string): number =>
  new Map<string, number>(Object.entries(strictness)).get(value) ?? Infinity

/** The strictest of what several columns state of one consent. Unknown words are reported before any known one. */
export const strictestConsent = (stated: ReadonlyArray<string>): string | undefined =>
  stated.toSorted((one, other) => strictnessOf(other) - strictnessOf(one))[0]

/** Whether a header names a column that states a consent: such a column is never left out without a word. */
export const mentionsConsent = (header: string): boolean =>
  /consent|subscri|opt[\s_-]?(?:in|out)|blacklist|blocklist|suppress|marketing|(?:email|sms)[\s_-]?status|unsub/i.test(
    header
  )
