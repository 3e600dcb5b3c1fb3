import { Result, Schema } from "effect"
import type { LedgerEntry } from "./Consent.ts"
import { emailOnWrite, heldOffAs, needsPhone, smsOnWrite } from "./consentOnWrite.ts"
import { type Contact, type FullContact, newContact, withdrawalFields, withdrawalOf } from "./Contact.ts"
import { type ContactFields, phoneNeeded } from "./ContactInput.ts"
import { emailKey } from "./Email.ts"
import { type ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import { erasedSince, isOutdated, type Suppressions, withdrawnAt } from "./Suppressions.ts"
import { isDifferentContact, differentEmail, onlyMissingAddresses } from "../imports/importAddresses.ts"
import { writeConsent } from "./writeConsent.ts"

/** A write by a contact endpoint, valid and normalized. `contact_id` is the contact's, or the one a new contact gets. */
export interface ContactWrite {
  readonly account_id: string
  readonly contact_id: string
  readonly fields: ContactFields
  readonly send_welcome_sms: boolean
  readonly cause: "api" | "dashboard" | "import"
  readonly actor: string
  /** As of `PlaceOrder`. */
  readonly known_since?: number
}

/** What a write is judged against: the ids of the contacts that own its e-mail and its phone, and what is remembered of both. */
export interface ContactState {
  readonly byEmail: string | undefined
  readonly byPhone: string | undefined
  readonly remembered: Suppressions
}

/** What a write does. `changed` is of the contact: a refusal may stand in the ledger of one that did not. `welcomed`: the SMS consent became `subscribed`, and the caller wants the contact to be greeted. */
export interface ContactDecision {
  readonly contact: FullContact
  readonly changed: boolean
  readonly ledger: ReadonlyArray<LedgerEntry>
  readonly welcomed: boolean
  /** The contact as it was, with the addresses alone that it has no more and that hold the service off; undefined without any. */
  readonly left: Contact | undefined
}

/** The contact as it was, with the addresses alone that it has no more after a change and where the person is held off. */
export const addressesLeft = (before: Contact, after: Pick<Contact, "email" | "phone">): Contact | undefined => {
  const email_consent = heldOffAs(before.email_consent, withdrawalOf(before, "email"))
  const sms_consent = heldOffAs(before.sms_consent, withdrawalOf(before, "sms"))
  const email = sameEmail(before.email, after.email) || email_consent === undefined ? null : before.email
  const phone = before.phone === after.phone || sms_consent === undefined ? null : before.phone
  if (email === null && phone === null) return undefined
  return {
    ...before,
    email,
    phone,
    email_consent: email_consent ?? before.email_consent,
    sms_consent: sms_consent ?? before.sms_consent
  }
}

/** Another contact has the e-mail or phone (409). `contact_id` is that contact; the e-mail's where both are taken. */
export class ContactTaken extends Schema.TaggedError<ContactTaken>()("ContactTaken", {
  contact_id: Schema.String,
  fields: Schema.Array(Schema.Literals(["email", "phone"]))
}) {}

type Decided = Result.Result<ContactDecision, ContactTaken | ValidationFailed>

export const complianceIssue: ValidationIssue = {
  field: "email_consent",
  message: "The contact is compliance_suppressed and can't be written to"
}

const refused = (issues: ReadonlyArray<ValidationIssue>) => Result.fail(new ValidationFailed({ issues }))

/** `POST /contacts` (contract §4). Pure. */
export const decideNewContact = (now: number, write: ContactWrite, state: ContactState): Decided => {
  const taken = takenBy(write, state)
  if (taken !== undefined) return Result.fail(taken)
  if (isOutdated(write.known_since, state.remembered.erased_at)) return refused([{ field: "", message: erasedSince }])
  const { account_id, contact_id } = write
  const nobody = { account_id, contact_id, email: null, phone: null, first_name: null, last_name: null }
  const contact = { ...newContact(nobody, now), tags: "[]", custom_fields: "{}" }
  return apply(now, write, contact, state.remembered, { isNew: true })
}

/** `PATCH /contacts/{id}`, and a record of a file about a contact that is known (contract §4). Pure. */
export const decideContact = (now: number, asked: ContactWrite, contact: FullContact, state: ContactState): Decided => {
  if (contact.email_consent === "compliance_suppressed") return refused([complianceIssue])
  if (asked.cause === "import" && isDifferentContact(asked, contact))
    return refused([{ field: "email", message: differentEmail }])
  const write = asked.cause === "import" ? onlyMissingAddresses(asked, contact, state) : asked
  const { email, phone } = write.fields
  const emailStays = email === undefined || sameEmail(email, contact.email)
  const phoneStays = phone === undefined || phone === contact.phone
  const after = {
    email: email === undefined ? contact.email : email,
    phone: phone === undefined ? contact.phone : phone
  }
  const cleared = after.email === null && after.phone === null
  const issues = [
    ...(cleared && !emailStays ? [{ field: "email", message: lastAddress }] : []),
    ...(cleared && !phoneStays ? [{ field: "phone", message: lastAddress }] : []),
    ...(after.phone === null && needsPhone(write.fields.sms_consent) ? [phoneNeeded] : [])
  ]
  if (issues.length > 0) return refused(issues)
  const taken = takenBy(write, state)
  if (taken !== undefined) return Result.fail(taken)
  const { email: ofEmail, sms: ofPhone, email_decision, sms_decision, erased_at } = state.remembered
  const [newEmail, newPhone] = [!emailStays && email !== null, !phoneStays && phone !== null]
  const returning: Suppressions = {
    ...(newEmail && ofEmail !== undefined ? { email: ofEmail } : {}),
    ...(newEmail && email_decision !== undefined ? { email_decision } : {}),
    ...(newPhone && ofPhone !== undefined ? { sms: ofPhone } : {}),
    ...(newPhone && sms_decision !== undefined ? { sms_decision } : {}),
    ...((newEmail || newPhone) && erased_at !== undefined ? { erased_at } : {})
  }
  return apply(now, write, contact, returning, { isNew: false })
}

const lastAddress = "Is the last address of the contact, which needs an e-mail or a phone"

export const sameEmail = (sent: string | null, stored: string | null): boolean =>
  sent === null || stored === null ? sent === stored : emailKey(sent) === emailKey(stored)

const takenBy = (write: ContactWrite, { byEmail, byPhone }: ContactState): ContactTaken | undefined => {
  const email = write.fields.email === undefined || byEmail === write.contact_id ? undefined : byEmail
  const phone = write.fields.phone === undefined || byPhone === write.contact_id ? undefined : byPhone
  const owner = email ?? phone
  if (owner === undefined) return undefined
  const fields = [
    ...(email === undefined ? [] : ["email" as const]),
    ...(phone === undefined ? [] : ["phone" as const])
  ]
  return new ContactTaken({ contact_id: owner, fields })
}

const apply = (
  now: number,
  write: ContactWrite,
  before: FullContact,
  remembered: Suppressions,
  { isNew }: { readonly isNew: boolean }
): Decided => {
  const { email, phone, email_consent, sms_consent, ...plain } = write.fields
  const addresses = {
    email: email === undefined || sameEmail(email, before.email) ? before.email : email,
    phone: phone === undefined ? before.phone : phone
  }
  const entry = {
    account_id: write.account_id,
    contact_id: write.contact_id,
    cause: write.cause,
    source_id: write.contact_id,
    actor: write.actor,
    effective_at: now,
    recorded_at: now
  }
  const isReaddressed = (name: "email" | "phone") =>
    !isNew && addresses[name] !== null && addresses[name] !== before[name]
  const byEmail = writeConsent(
    now,
    { ...entry, channel: "email" },
    {
      state: before.email_consent,
      withdrawal: withdrawalOf(before, "email"),
      value: email_consent,
      onWrite: (state) => emailOnWrite(state, email_consent),
      remembered: remembered.email,
      remembered_at: withdrawnAt(remembered, "email"),
      remembered_cause: remembered.email_decision?.cause,
      readdressed: isReaddressed("email")
    }
  )
  if (byEmail.returned === "compliance_suppressed" && email_consent !== undefined) return refused([complianceIssue])
  const bySms = writeConsent(
    now,
    { ...entry, channel: "sms" },
    {
      state: before.sms_consent,
      withdrawal: withdrawalOf(before, "sms"),
      value: sms_consent,
      onWrite: (state) => smsOnWrite(state, sms_consent),
      remembered: remembered.sms,
      remembered_at: withdrawnAt(remembered, "sms"),
      remembered_cause: remembered.sms_decision?.cause,
      readdressed: isReaddressed("phone")
    }
  )
  const contact: FullContact = {
    ...before,
    ...plain,
    ...addresses,
    email_consent: byEmail.state,
    sms_consent: bySms.state,
    ...withdrawalFields(byEmail.withdrawal, bySms.withdrawal)
  }
  const changed = Object.entries(contact).some(([name, value]) => Reflect.get(before, name) !== value)
  return Result.succeed({
    contact: changed ? { ...contact, updated_at: now } : before,
    changed,
    ledger: [...byEmail.ledger, ...bySms.ledger],
    welcomed: write.send_welcome_sms && before.sms_consent !== "subscribed" && contact.sms_consent === "subscribed",
    left: addressesLeft(before, contact)
  })
}
