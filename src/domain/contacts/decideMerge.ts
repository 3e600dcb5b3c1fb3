import { Result } from "effect"
import type { Channel, EmailConsent, LedgerEntry, SmsConsent, Withdrawal } from "./Consent.ts"
import { stricterOf } from "./consentOnWrite.ts"
import { type FullContact, withdrawalFields, withdrawalOf } from "./Contact.ts"
import { addressesLeft, complianceIssue, type ContactDecision, type ContactWrite } from "./decideContact.ts"
import { ValidationFailed } from "../ValidationIssue.ts"
import { fromText, isObject, parseObject, textOf } from "../json/Json.ts"

/** `from` becomes part of the contact `contact_id`. */
export interface ContactMerge extends Pick<ContactWrite, "account_id" | "contact_id" | "cause" | "actor"> {
  readonly from: string
}

/**
 * One contact of two that are the same person (contract §4). What the target has stands; what it lacks it gets: addresses, name,
 * tags, custom fields. The stricter consent of both holds, whichever is merged into which. A contact that was never asked on a
 * channel for want of an address says nothing on it. Nothing is merged with a `compliance_suppressed` contact: it can't be written
 * to, and its suppression must not pass to an address that works. Pure.
 */
export const decideMerge = (
  now: number,
  { cause, actor }: ContactMerge,
  target: FullContact,
  from: FullContact
): Result.Result<ContactDecision, ValidationFailed> => {
  if ([target, from].some(({ email_consent }) => email_consent === "compliance_suppressed")) {
    return Result.fail(new ValidationFailed({ issues: [complianceIssue] }))
  }
  const isNamed = target.first_name !== null || target.last_name !== null
  const { first_name, last_name } = isNamed ? target : from
  const email_consent = mergedConsent<EmailConsent>(said(target, "email"), said(from, "email"))
  const sms_consent = mergedConsent<SmsConsent>(said(target, "sms"), said(from, "sms"))
  const withdrawn = { email: merged(target, from, "email"), sms: merged(target, from, "sms") }
  const clicked = (target.last_clicked_at ?? 0) >= (from.last_clicked_at ?? 0) ? target : from
  const contact: FullContact = {
    ...target,
    email: target.email ?? from.email,
    phone: target.phone ?? from.phone,
    first_name,
    last_name,
    email_consent,
    sms_consent,
    ...withdrawalFields(withdrawn.email, withdrawn.sms),
    tags: mergedTags(target.tags, from.tags),
    custom_fields: mergedFields(target.custom_fields, from.custom_fields),
    order_count: target.order_count + from.order_count,
    first_order_at: outer(Math.min, target.first_order_at, from.first_order_at),
    last_order_at: outer(Math.max, target.last_order_at, from.last_order_at),
    last_click_message_id: clicked.last_click_message_id,
    last_clicked_at: clicked.last_clicked_at,
    updated_at: now
  }
  const line = (channel: Channel): LedgerEntry => ({
    account_id: target.account_id,
    contact_id: target.contact_id,
    channel,
    from_state: target[`${channel}_consent`],
    to_state: contact[`${channel}_consent`],
    refused: false,
    cause,
    rule: "contact_merged",
    source_id: from.contact_id,
    actor,
    effective_at: now,
    recorded_at: now
  })
  // An address that is dropped keeps the consent that now holds.
  const strict = { ...from, email_consent, sms_consent, ...withdrawalFields(withdrawn.email, withdrawn.sms) }
  return Result.succeed({
    contact,
    changed: true,
    ledger: [line("email"), line("sms")],
    welcomed: false,
    left: addressesLeft(strict, contact)
  })
}

interface Said<State> {
  readonly state: State
  readonly hasAddress: boolean
}

const said = <C extends Channel>(contact: FullContact, channel: C): Said<FullContact[`${C}_consent`]> => ({
  state: contact[`${channel}_consent`],
  hasAddress: (channel === "email" ? contact.email : contact.phone) !== null
})

const mergedConsent = <State extends EmailConsent | SmsConsent>(one: Said<State>, other: Said<State>): State => {
  const isSilent = ({ state, hasAddress }: Said<State>) => state === "never_subscribed" && !hasAddress
  if (isSilent(one)) return other.state
  return isSilent(other) ? one.state : stricterOf(one.state, other.state)
}

// The person's own withdrawal is stricter than the merchant's, a later one than an earlier.
const merged = (target: FullContact, from: FullContact, channel: Channel): Withdrawal | null => {
  const all = [withdrawalOf(target, channel), withdrawalOf(from, channel)].filter((each) => each !== null)
  const own = all.filter(({ by }) => by === "person")
  const [first, ...others] = own.length > 0 ? own : all
  if (first === undefined) return null
  return { ...first, at: Math.max(first.at, ...others.map(({ at }) => at)) }
}

const outer = (choose: (...times: ReadonlyArray<number>) => number, ...times: ReadonlyArray<number | null>) => {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : choose(...known)
}

const mergedTags = (target: string, from: string): string => {
  const [ours, theirs] = [fromText(target), fromText(from)].map((tags) => (Array.isArray(tags) ? tags : []))
  return JSON.stringify([...new Set([...(ours ?? []), ...(theirs ?? [])])])
}

const mergedFields = (target: string, from: string): string => {
  const [ours, theirs] = [target, from].map((text) => Result.getOrElse(parseObject(Buffer.from(text)), () => ({})))
  const added = Object.entries(theirs ?? {}).filter(([name]) => !Object.hasOwn(ours ?? {}, name))
  return added.length === 0 || !isObject(ours) ? target : textOf({ ...ours, ...Object.fromEntries(added) })
}
