import { Result } from "effect"
import {
  type Channel,
  type EmailConsent,
  type LedgerEntry,
  type SmsConsent,
  stricterOf,
  type Withdrawal
} from "./Consent.ts"
import { type FullContact, withdrawalFields, withdrawalOf } from "./Contact.ts"
import { complianceIssue, type ContactDecision, type ContactWrite, releasedOptOuts } from "./decideContact.ts"
import { ValidationFailed } from "../ValidationIssue.ts"
import { fromText, type JsonObject, parseObject, textOf } from "../json/Json.ts"

/** A request to merge the contact `from` into the contact `contact_id`. */
export interface ContactMerge extends Pick<ContactWrite, "account_id" | "contact_id" | "cause" | "actor"> {
  readonly from: string
}

/**
 * The target after the merge of two contacts of one person (contract §4.3). Addresses, name, tags and custom fields of `from` fill
 * what the target lacks. The stricter consent of both holds; `never_subscribed` on a channel without an address does not count. A
 * `compliance_suppressed` contact takes no merge: its suppression must not pass to an address that works. Pure.
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
  const email_consent = mergedConsent<EmailConsent>(consentOf(target, "email"), consentOf(from, "email"))
  const sms_consent = mergedConsent<SmsConsent>(consentOf(target, "sms"), consentOf(from, "sms"))
  const withdrawals = withdrawalFields(mergedWithdrawal(target, from, "email"), mergedWithdrawal(target, from, "sms"))
  const clicked = (target.last_clicked_at ?? 0) >= (from.last_clicked_at ?? 0) ? target : from
  const contact: FullContact = {
    ...target,
    email: target.email ?? from.email,
    phone: target.phone ?? from.phone,
    first_name,
    last_name,
    email_consent,
    sms_consent,
    ...withdrawals,
    tags: mergedTags(target.tags, from.tags),
    custom_fields: mergedFields(target.custom_fields, from.custom_fields),
    order_count: target.order_count + from.order_count,
    first_order_at: outermost(Math.min, target.first_order_at, from.first_order_at),
    last_order_at: outermost(Math.max, target.last_order_at, from.last_order_at),
    last_click_message_id: clicked.last_click_message_id,
    last_clicked_at: clicked.last_clicked_at,
    updated_at: now
  }
  const entry = (channel: Channel): LedgerEntry => ({
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
  return Result.succeed({
    contact,
    changed: true,
    ledger: [entry("email"), entry("sms")],
    sendsWelcome: false,
    // The person had the tags before.
    addedTags: [],
    // The merged consent also holds for an address of `from` that the target does not take.
    released: releasedOptOuts({ ...from, email_consent, sms_consent, ...withdrawals }, contact)
  })
}

interface ChannelConsent<State> {
  readonly state: State
  readonly hasAddress: boolean
}

const consentOf = <C extends Channel>(
  contact: FullContact,
  channel: C
): ChannelConsent<FullContact[`${C}_consent`]> => ({
  state: contact[`${channel}_consent`],
  hasAddress: (channel === "email" ? contact.email : contact.phone) !== null
})

const mergedConsent = <State extends EmailConsent | SmsConsent>(
  one: ChannelConsent<State>,
  other: ChannelConsent<State>
): State => {
  const isUnset = ({ state, hasAddress }: ChannelConsent<State>) => state === "never_subscribed" && !hasAddress
  if (isUnset(one)) return other.state
  return isUnset(other) ? one.state : stricterOf(one.state, other.state)
}

// A withdrawal by the person is stricter than one by the merchant, and a later one than an earlier.
const mergedWithdrawal = (target: FullContact, from: FullContact, channel: Channel): Withdrawal | null => {
  const both = [withdrawalOf(target, channel), withdrawalOf(from, channel)].filter((each) => each !== null)
  const byPerson = both.filter(({ by }) => by === "person")
  const [first, ...others] = byPerson.length > 0 ? byPerson : both
  if (first === undefined) return null
  return { ...first, at: Math.max(first.at, ...others.map(({ at }) => at)) }
}

const outermost = (choose: (...times: ReadonlyArray<number>) => number, ...times: ReadonlyArray<number | null>) => {
  const present = times.filter((time) => time !== null)
  return present.length === 0 ? null : choose(...present)
}

const mergedTags = (target: string, from: string): string => {
  const tags = [target, from].map(fromText).flatMap((each) => (Array.isArray(each) ? each : []))
  return JSON.stringify([...new Set(tags)])
}

const mergedFields = (target: string, from: string): string => {
  const parse = (text: string): JsonObject => Result.getOrElse(parseObject(Buffer.from(text)), () => ({}))
  const fields = parse(target)
  const added = Object.entries(parse(from)).filter(([name]) => !Object.hasOwn(fields, name))
  return added.length === 0 ? target : textOf({ ...fields, ...Object.fromEntries(added) })
}
