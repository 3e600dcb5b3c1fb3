import { contactLimits } from "../capacity/quotas.ts"
import type { LedgerEntry } from "../contacts/Consent.ts"
import { needsPhone } from "../contacts/consentOnWrite.ts"
import type { Contact, FullContact } from "../contacts/Contact.ts"
import { releasedOptOuts } from "../contacts/decideContact.ts"
import type { TopicDecision } from "../contacts/topicChoice.ts"
import {
  type ChangedMember,
  type ContactChange,
  emailStateOf,
  fieldsOf,
  fieldsText,
  isSame,
  smsStateOf,
  tagsOf
} from "./ContactChange.ts"
import type { KeptMember, KeptReason } from "./keptReasons.ts"
import { type ChannelSince, undoConsent, undoLine } from "./undoConsent.ts"
import { undoTopics } from "./undoTopics.ts"

/** What happened to a contact since a change. */
export interface ContactSince {
  /** When the change wrote the contact, in milliseconds. */
  readonly changed_at: number
  readonly email: ChannelSince
  readonly sms: ChannelSince
  /** The topics that the contact has left now, and those about which its ledger has a later line. */
  readonly topics: { readonly left: ReadonlyArray<string>; readonly decided: ReadonlySet<string> }
  /** Orders, messages or other records refer to the contact. */
  readonly isUsed: boolean
  /** Other changes of the contact that were undone. */
  readonly undone: ReadonlyArray<ContactChange>
}

/** The author of an undo. */
export type UndoAuthor = Pick<LedgerEntry, "cause" | "actor" | "source_id">

/** The effect of an undo on a contact. */
export interface UndoDecision {
  /** The contact after it. Without `changed`, as it was. */
  readonly contact: FullContact
  readonly changed: boolean
  /** The contact is deleted, once the ledger has its lines. */
  readonly removed: boolean
  readonly ledger: ReadonlyArray<LedgerEntry>
  readonly topics: TopicDecision
  readonly released: Contact | undefined
  readonly kept: ReadonlyArray<KeptMember>
}

const keptMember = ({ member, ...changed }: ChangedMember, reason: KeptReason): KeptMember => ({
  member,
  name: "name" in changed ? changed.name : null,
  reason
})

const valueNow = (changed: ChangedMember, contact: FullContact, { topics }: ContactSince): ChangedMember["before"] => {
  if (changed.member === "topic") return !topics.left.includes(changed.name)
  if (changed.member === "tag") return tagsOf(contact).includes(changed.name)
  if (changed.member === "custom_field") return fieldsOf(contact).get(changed.name) ?? null
  if (changed.member === "email_consent") return emailStateOf(contact)
  return changed.member === "sms_consent" ? smsStateOf(contact) : contact[changed.member]
}

/** A contact with the members that an undo set so far, and those that it left. */
interface Undoing {
  readonly contact: FullContact
  readonly kept: ReadonlyArray<KeptMember>
}

const left = (at: Undoing, changed: ChangedMember, reason: KeptReason): Undoing => ({
  ...at,
  kept: [...at.kept, keptMember(changed, reason)]
})

const undoTag = (at: Undoing, changed: ChangedMember & { readonly member: "tag" }): Undoing => {
  const tags = tagsOf(at.contact)
  if (tags.includes(changed.name) === changed.before) return at
  if (changed.before && tags.length >= contactLimits.tags) return left(at, changed, "too_many")
  const after = changed.before ? [...tags, changed.name] : tags.filter((tag) => tag !== changed.name)
  return { ...at, contact: { ...at.contact, tags: JSON.stringify(after) } }
}

const undoField = (at: Undoing, changed: ChangedMember & { readonly member: "custom_field" }): Undoing => {
  const fields = fieldsOf(at.contact)
  const now = fields.get(changed.name) ?? null
  if (now === changed.before) return at
  if (now !== changed.after) return left(at, changed, "changed_since")
  const after = new Map(fields)
  if (changed.before === null) after.delete(changed.name)
  else if (now !== null || fields.size < contactLimits.customFields) after.set(changed.name, changed.before)
  else return left(at, changed, "too_many")
  return { ...at, contact: { ...at.contact, custom_fields: fieldsText(after) } }
}

// An address that the change gave, and that stays, may have had an opt-out of its own.
const hasFormerAddress = ({ created, members }: ContactChange, contact: FullContact, address: "email" | "phone") => {
  const given = members.find((changed) => changed.member === address)
  if (created || given === undefined) return contact[address] !== null
  const other = address === "email" ? contact.phone : contact.email
  return contact[address] !== null && contact[address] === given.after && other !== null
}

const undoConsents = (at: Undoing, change: ContactChange, since: ContactSince): Undoing =>
  change.members.reduce((undoing: Undoing, changed): Undoing => {
    const { contact, kept } = undoing
    if (changed.member === "email_consent") {
      const { before, after } = changed
      const now = emailStateOf(contact)
      const hasAddress = hasFormerAddress(change, contact, "email")
      const given = {
        channel: "email",
        now,
        before,
        after,
        hasAddress,
        since: since.email,
        undone: since.undone
      } as const
      const { consent, kept: reason } = undoConsent(given)
      const { state: email_consent, withdrawn_at: email_withdrawn_at, withdrawn_by: email_withdrawn_by } = consent
      return {
        contact: { ...contact, email_consent, email_withdrawn_at, email_withdrawn_by },
        kept: reason === undefined ? kept : [...kept, keptMember(changed, reason)]
      }
    }
    if (changed.member === "sms_consent") {
      const { before, after } = changed
      const now = smsStateOf(contact)
      const hasAddress = hasFormerAddress(change, contact, "phone")
      const given = { channel: "sms", now, before, after, hasAddress, since: since.sms, undone: since.undone } as const
      const { consent, kept: reason } = undoConsent(given)
      const { state: sms_consent, withdrawn_at: sms_withdrawn_at, withdrawn_by: sms_withdrawn_by } = consent
      return {
        contact: { ...contact, sms_consent, sms_withdrawn_at, sms_withdrawn_by },
        kept: reason === undefined ? kept : [...kept, keptMember(changed, reason)]
      }
    }
    return undoing
  }, at)

const undoText = (
  at: Undoing,
  changed: ChangedMember & { readonly member: "email" | "phone" | "first_name" | "last_name" },
  since: ContactSince
): Undoing => {
  const { contact, kept } = at
  const { member, before, after } = changed
  if (contact[member] === before) return at
  if (contact[member] !== after) return left(at, changed, "changed_since")
  if (member === "email" || member === "phone") {
    const channel = member === "email" ? "email" : "sms"
    const isConsentKept = kept.some((each) => each.member === `${channel}_consent`) || since[channel].causes.length > 0
    if (isConsentKept || (member === "phone" && needsPhone(contact.sms_consent)))
      return left(at, changed, "consent_kept")
    // An address that was replaced may have come to another contact.
    if (before !== null) return left(at, changed, "changed_since")
    if ((member === "email" ? contact.phone : contact.email) === null) return left(at, changed, "last_address")
  }
  return { ...at, contact: { ...contact, [member]: before } }
}

const undoMember = (at: Undoing, changed: ChangedMember, change: ContactChange, since: ContactSince): Undoing => {
  if (changed.member === "tag") return undoTag(at, changed)
  if (changed.member === "custom_field") return undoField(at, changed)
  if (changed.member === "email_consent" || changed.member === "sms_consent" || changed.member === "topic") return at
  // Name and addresses of a contact that the change made stay with it.
  return change.created ? at : undoText(at, changed, since)
}

/** Whether the contact is as a change made it, and nothing refers to it. */
const isUntouched = (change: ContactChange, contact: FullContact, since: ContactSince): boolean =>
  !since.isUsed &&
  contact.updated_at <= since.changed_at &&
  since.email.causes.length === 0 &&
  since.sms.causes.length === 0 &&
  since.topics.decided.size === 0 &&
  change.members.every((changed) => isSame(valueNow(changed, contact, since), changed.after))

/**
 * The undo of a change of a contact (contract §20). A member gets its value from before if it still has that from after; a consent does so
 * by the opposite line of the ledger, if the ledger has no line of its channel since. A contact that the change made is deleted if it is as
 * it was made and nothing refers to it; else it keeps its name and addresses alone. Pure.
 */
export const undoChange = (
  now: number,
  author: UndoAuthor,
  change: ContactChange,
  contact: FullContact,
  since: ContactSince
): UndoDecision => {
  const removed = change.created && isUntouched(change, contact, since)
  const start: Undoing = {
    contact,
    kept:
      change.created && !removed
        ? [{ member: "contact", name: null, reason: since.isUsed ? "contact_used" : "changed_since" }]
        : []
  }
  const done = change.members.reduce(
    (at, changed) => undoMember(at, changed, change, since),
    undoConsents(start, change, since)
  )
  const { account_id, contact_id } = contact
  const line = { ...author, account_id, contact_id }
  const after = done.contact
  const topics = undoTopics(line, change, since.topics, now)
  const changed = Object.entries(after).some(([name, value]) => Reflect.get(contact, name) !== value)
  return {
    contact: changed ? { ...after, updated_at: now } : contact,
    changed,
    removed,
    ledger: [
      ...undoLine({ ...line, channel: "email" }, contact.email_consent, after.email_consent, now),
      ...undoLine({ ...line, channel: "sms" }, contact.sms_consent, after.sms_consent, now)
    ],
    topics,
    released: removed ? undefined : releasedOptOuts(contact, after),
    kept: removed ? [] : [...done.kept, ...topics.kept.map((changed) => keptMember(changed, "changed_since"))]
  }
}
