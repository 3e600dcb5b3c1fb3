import { Result, Schema } from "effect"
import { type Channel, type EmailConsent, isOptOut, type LedgerEntry, type SmsConsent } from "./Consent.ts"
import { effectiveOptOut, needsPhone, writeConsent } from "./consentOnWrite.ts"
import { type Contact, type FullContact, newContact, withdrawalFields, withdrawalOf } from "./Contact.ts"
import { evidenceOf, proofOf, reportedAt, withTimes } from "./consentEvidence.ts"
import type { ConsentProof } from "./ConsentProof.ts"
import { type ContactFields, phoneNeeded } from "./ContactInput.ts"
import type { CustomerReport } from "./CustomerReport.ts"
import { sameEmail } from "./Email.ts"
import { type ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import { addedTags } from "../flows/tagTriggers.ts"
import { erasedMessage, predatesErasure, suppressedAt, type Suppressions } from "./Suppressions.ts"
import { isBlank } from "../values/Text.ts"
import { isDifferentContact, differentEmail, onlyMissingAddresses } from "../imports/importAddresses.ts"
import { joinedWrite } from "../imports/joinedWrite.ts"

/** A valid and normalized contact write. `contact_id` is that of the contact, or the one that a new contact gets. */
export interface ContactWrite {
  readonly account_id: string
  readonly contact_id: string
  readonly fields: ContactFields
  readonly send_welcome_sms: boolean
  readonly cause: "api" | "dashboard" | "import" | "form"
  readonly actor: string
  /** As of `PlaceOrder`. */
  readonly known_since?: number
  /** The evidence of the consents in the fields, which the ledger keeps. */
  readonly proof?: ConsentProof
  /** The evidence of another service for a yes in the fields, by channel. */
  readonly evidence?: Partial<Readonly<Record<Channel, ConsentProof>>>
  /** Lets an import lift withdrawals. */
  readonly lifts?: true
  /** Lets an import replace tags and custom fields. */
  readonly replaces?: true
  /** The report of a connected store that the write comes from. */
  readonly reported?: CustomerReport
}

/** The state that a write is decided on: the ids of the contacts that own its e-mail and its phone, and the suppressions of both. */
export interface ContactState {
  readonly byEmail: string | undefined
  readonly byPhone: string | undefined
  readonly suppressions: Suppressions
}

/** The effect of a write. */
export interface ContactDecision {
  readonly contact: FullContact
  /** Whether the contact changed. The ledger may have a refusal although it did not. */
  readonly changed: boolean
  readonly ledger: ReadonlyArray<LedgerEntry>
  /** `sms_consent` became `subscribed`, and the caller wants a welcome text. */
  readonly sendsWelcome: boolean
  /** The new tags that start flows; none of an import. */
  readonly addedTags: ReadonlyArray<string>
  /** As of `releasedOptOuts`. */
  readonly released: Contact | undefined
}

/** The contact before a change with only the addresses that it gives up and that have an opt-out; undefined without any. */
export const releasedOptOuts = (before: Contact, after: Pick<Contact, "email" | "phone">): Contact | undefined => {
  const email_consent = effectiveOptOut(before.email_consent, withdrawalOf(before, "email"))
  const sms_consent = effectiveOptOut(before.sms_consent, withdrawalOf(before, "sms"))
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

type DecisionResult = Result.Result<ContactDecision, ContactTaken | ValidationFailed>

export const complianceIssue: ValidationIssue = {
  field: "email_consent",
  message: "The contact is compliance_suppressed and can't be written to"
}

/** The issue of a user's write that lifts an opt-out and does not say why. */
const proofNeeded: ValidationIssue = {
  field: "consent_proof.reason",
  message: "Is required to subscribe a contact who left: how did they agree again?"
}

const invalidWrite = (issues: ReadonlyArray<ValidationIssue>) => Result.fail(new ValidationFailed({ issues }))

/** `POST /contacts` (contract §4.3). Pure. */
export const decideNewContact = (now: number, write: ContactWrite, state: ContactState): DecisionResult => {
  const taken = takenBy(write, state)
  if (taken !== undefined) return Result.fail(taken)
  if (predatesErasure(write.known_since, state.suppressions.erased_at)) {
    return invalidWrite([{ field: "", message: erasedMessage }])
  }
  const { account_id, contact_id } = write
  const blank = { account_id, contact_id, email: null, phone: null, first_name: null, last_name: null }
  const contact = { ...newContact(blank, now), tags: "[]", custom_fields: "{}" }
  return applyWrite(now, write, contact, state.suppressions, { isNew: true })
}

/** `PATCH /contacts/{id}`, and an import record of an existing contact (contract §4.3). Pure. */
export const decideContact = (
  now: number,
  requested: ContactWrite,
  contact: FullContact,
  state: ContactState
): DecisionResult => {
  if (contact.email_consent === "compliance_suppressed") return invalidWrite([complianceIssue])
  if (requested.cause === "import" && isDifferentContact(requested, contact)) {
    return invalidWrite([{ field: "email", message: differentEmail }])
  }
  const write =
    requested.cause === "import" ? joinedWrite(onlyMissingAddresses(requested, contact, state), contact) : requested
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
  if (issues.length > 0) return invalidWrite(issues)
  const taken = takenBy(write, state)
  if (taken !== undefined) return Result.fail(taken)
  const { email: emailState, sms: smsState, email_decision, sms_decision, erased_at } = state.suppressions
  const [newEmail, newPhone] = [!emailStays && email !== null, !phoneStays && phone !== null]
  const ofNewAddresses: Suppressions = {
    ...(newEmail && emailState !== undefined ? { email: emailState } : {}),
    ...(newEmail && email_decision !== undefined ? { email_decision } : {}),
    ...(newPhone && smsState !== undefined ? { sms: smsState } : {}),
    ...(newPhone && sms_decision !== undefined ? { sms_decision } : {}),
    ...((newEmail || newPhone) && erased_at !== undefined ? { erased_at } : {})
  }
  return applyWrite(now, write, contact, ofNewAddresses, { isNew: false })
}

const lastAddress = "Is the last address of the contact, which needs an e-mail or a phone"

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

const applyWrite = (
  now: number,
  write: ContactWrite,
  before: FullContact,
  suppressions: Suppressions,
  { isNew }: { readonly isNew: boolean }
): DecisionResult => {
  const { email, phone, email_consent, sms_consent, ...otherFields } = write.fields
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
  const writeChannel = <State extends EmailConsent | SmsConsent>(
    channel: Channel,
    address: "email" | "phone",
    consent: {
      readonly state: State
      readonly value: State | undefined
      readonly suppressed: State | undefined
    }
  ) =>
    writeConsent<State>(
      now,
      {
        ...entry,
        channel,
        effective_at: Math.min(reportedAt(write, channel) ?? now, now),
        ...proofOf(write, channel)
      },
      {
        ...consent,
        withdrawal: withdrawalOf(before, channel),
        suppressed_cause: suppressions[`${channel}_decision`]?.cause,
        suppressed_at: suppressedAt(suppressions, channel),
        reported_at: reportedAt(write, channel),
        mayLift: write.cause !== "import" || write.lifts === true,
        readdressed: !isNew && addresses[address] !== null && addresses[address] !== before[address]
      }
    )
  const emailWrite = writeChannel<EmailConsent>("email", "email", {
    state: before.email_consent,
    value: email_consent,
    suppressed: suppressions.email
  })
  const smsWrite = writeChannel<SmsConsent>("sms", "phone", {
    state: before.sms_consent,
    value: sms_consent,
    suppressed: suppressions.sms
  })
  if (emailWrite.restored === "compliance_suppressed" && email_consent !== undefined)
    return invalidWrite([complianceIssue])
  // A no needs no reason, also where it takes the place of a stricter one.
  const lifts = (emailWrite.isLift && !isOptOut(emailWrite.state)) || (smsWrite.isLift && !isOptOut(smsWrite.state))
  if (write.cause === "dashboard" && lifts && isBlank(write.proof?.reason)) {
    return invalidWrite([proofNeeded])
  }
  const contact: FullContact = {
    ...before,
    ...otherFields,
    ...addresses,
    email_consent: emailWrite.state,
    sms_consent: smsWrite.state,
    ...withdrawalFields(emailWrite.withdrawal, smsWrite.withdrawal)
  }
  const changed = Object.entries(contact).some(([name, value]) => Reflect.get(before, name) !== value)
  return Result.succeed({
    contact: changed ? { ...contact, updated_at: now } : before,
    changed,
    ledger: [
      ...withTimes(now, emailWrite.ledger, evidenceOf(write, "email")),
      ...withTimes(now, smsWrite.ledger, evidenceOf(write, "sms"))
    ],
    sendsWelcome: write.send_welcome_sms && before.sms_consent !== "subscribed" && contact.sms_consent === "subscribed",
    addedTags: write.cause === "import" ? [] : addedTags(before.tags, contact.tags),
    released: releasedOptOuts(before, contact)
  })
}
