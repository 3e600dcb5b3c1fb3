import type { WritableEmailConsent, WritableSmsConsent } from "../contacts/consentOnWrite.ts"
import { strictness } from "../contacts/Consent.ts"
import { stateOfCell } from "./importCells.ts"

type Channel = "email" | "sms"
type ImportedConsent = WritableEmailConsent | WritableSmsConsent

// The words of services for mail and shops, and of the languages of shops, as `wordOf` spells them.
const words: Readonly<Record<ImportedConsent, string>> = {
  subscribed: `subscribed yes true 1 y opted_in opt_in optin confirmed active enabled double_opt_in consented granted angemeldet abonniert aktiv ja
    bestatigt abonne abonnee inscrit inscrite actif oui suscrito activo si iscritto attivo confermato geabonneerd ingeschreven actief zapisany
    aktywny tak inscrito ativo sim`,
  single_opt_in: "single_opt_in",
  unsubscribed: `unsubscribed unsubscribe opted_out opt_out optout blacklisted blocklisted inactive cancelled canceled removed deleted disabled
    excluded declined revoked withdrawn left dnc do_not_contact do_not_email do_not_mail do_not_text globally_unsubscribed abgemeldet inaktiv
    desabonne desabonnee desinscrit desinscrite inactif baja cancelado cancelada desuscrito inactivo disiscritto cancellato inattivo afgemeld
    uitgeschreven inactief wypisany nieaktywny descadastrado cancelou inativo`,
  never_subscribed: `never_subscribed never non_subscribed nonsubscribed not_subscribed pending unconfirmed awaiting_confirmation validating
    invited unknown not_set not_specified prospect transactional archived`,
  suppressed: `suppressed compliance_suppressed cleaned bounced bounce hard_bounce hard_bounced hardbounce invalid undeliverable complained
    complaint complaints spam spam_complaint spam_report marked_as_spam reported_spam abuse junk quarantined`
}

const states = new Map(
  Object.entries(words).flatMap(([state, all]) => all.split(/\s+/).map((word) => [word, state] as const))
)

const empty = new Set(["", "[]", "none", "null", "n_a", "_"])
const denials = new Set(["no", "false", "0", "n", "nein", "non", "nee", "nie", "nao"])

const wordOf = (cell: string): string => stateOfCell(cell).normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("/", "_")

/** Whether a cell says nothing of a consent: a no of a column "accepts marketing" may stand for a person who was never asked. */
const isSilent = (word: string): boolean => empty.has(word) || denials.has(word)

/** Whether a cell denies a consent: what the file as a whole states does not hold for its row. */
export const isDenial = (cell: string): boolean => denials.has(wordOf(cell))

/**
 * The consent that a word of another service states (contract §4.10): undefined if it states none. Other words are returned as they
 * are, so that validation reports them. Texts know no suppression: it is an unsubscription.
 */
export const consentOfWord = (channel: Channel, cell: string): string | undefined => {
  const word = wordOf(cell)
  if (isSilent(word)) return undefined
  const state = states.get(word) ?? word
  // E-mail knows no single opt-in: it is a yes.
  if (channel === "email" && state === "single_opt_in") return "subscribed"
  return channel === "sms" && state === "suppressed" ? "unsubscribed" : state
}

/** The consent that a column of refusals states: a yes, a time or a reason in it is a no to marketing. */
export const refusalOfCell = (
  channel: Channel,
  state: "unsubscribed" | "suppressed",
  cell: string
): string | undefined => {
  const word = wordOf(cell)
  if (isSilent(word)) return undefined
  const isSuppressed = state === "suppressed" || /bounce|invalid|spam|complain|suppress/.test(word)
  return channel === "email" && isSuppressed && !/^\W*unsubscribe\W*$/.test(word) ? "suppressed" : "unsubscribed"
}

const strictnessOf = (value: string): number =>
  new Map<string, number>(Object.entries(strictness)).get(value) ?? Infinity

/** The strictest of what several columns state of one consent. Unknown words are reported before any known one. */
export const strictestConsent = (stated: ReadonlyArray<string>): string | undefined =>
  stated.toSorted((one, other) => strictnessOf(other) - strictnessOf(one))[0]

const statesConsent =
  /consent|subscri|opt[\s_-]?(?:in|out)|blacklist|blocklist|suppress|marketing|newsletter|(?:\b|_)status\b|unsub|bounced?\b|complain|do not (?:e-?mail|contact|text)|einwilligung|abonn|desinscri|iscri|zgod/i
const statusOfOrder =
  /(?:order|financial|payment|fulfil[a-z]{0,6}|shipping|shipment|delivery|invoice|refund|account)[\s_-]status/i

/** Whether a header names a column that states a consent: such a column is never left out without a word. */
export const mentionsConsent = (header: string): boolean => statesConsent.test(header) && !statusOfOrder.test(header)

/** A cell of a column that is left out, if its word is a refusal that holds against a yes of the whole file; undefined for others. */
export const refusalLeftOut = (channel: Channel, header: string, cell: string): string | undefined => {
  if (!mentionsConsent(header) || (channel === "sms") !== /sms|text|phone/i.test(header)) return undefined
  const state = states.get(wordOf(cell))
  if (state !== "unsubscribed" && state !== "suppressed") return undefined
  return channel === "sms" ? "unsubscribed" : state
}
