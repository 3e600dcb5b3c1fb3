import { Result, Schema } from "effect"
import type { LedgerEntry } from "./Consent.ts"
import { emailOnWrite, needsPhone, smsOnWrite } from "./consentOnWrite.ts"
import { type FullContact, newContact } from "./Contact.ts"
import { type ContactFields, phoneNeeded } from "./ContactInput.ts"
import { emailKey } from "./Email.ts"
import { type Fault, ValidationFailed } from "./Fault.ts"
import { erasedSince, isOutdated, linesOf, onReturn, type Remembered } from "./Remembered.ts"

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
  readonly remembered: Remembered
}

/** What a write does. `welcomed`: the SMS consent became `subscribed`, and the caller wants the contact to be greeted. */
export interface ContactDecision {
  readonly contact: FullContact
  readonly changed: boolean
  readonly ledger: ReadonlyArray<LedgerEntry>
  readonly welcomed: boolean
}

/** Another contact has the e-mail or phone (409). `contact_id` is that contact; the e-mail's where both are taken. */
export class ContactTaken extends Schema.TaggedError<ContactTaken>()("ContactTaken", {
  contact_id: Schema.String,
  fields: Schema.Array(Schema.Literals(["email", "phone"]))
}) {}

type Decided = Result.Result<ContactDecision, ContactTaken | ValidationFailed>

const complianceFault: Fault = {
  field: "email_consent",
  message: "The contact is compliance_suppressed and can't be written to"
}

const refused = (faults: ReadonlyArray<Fault>) => Result.fail(new ValidationFailed({ faults }))

/** `POST /contacts` (contract §4). Pure. */
export const decideNewContact = (now: number, write: ContactWrite, state: ContactState): Decided => {
  const taken = takenBy(write, state)
  if (taken !== undefined) return Result.fail(taken)
  if (isOutdated(write.known_since, state.remembered.erased_at)) return refused([{ field: "", message: erasedSince }])
  const { account_id, contact_id } = write
  const nobody = { account_id, contact_id, email: null, phone: null, first_name: null, last_name: null }
  return apply(now, write, { ...newContact(nobody, now), tags: "[]", custom_fields: "{}" }, state.remembered)
}

/** `PATCH /contacts/{id}` (contract §4). Pure. */
export const decideContact = (now: number, write: ContactWrite, contact: FullContact, state: ContactState): Decided => {
  if (contact.email_consent === "compliance_suppressed") return refused([complianceFault])
  const { email, phone } = write.fields
  const emailStays = email === undefined || sameEmail(email, contact.email)
  const phoneStays = phone === undefined || phone === contact.phone
  const faults = [
    ...(contact.email === null || emailStays ? [] : [{ field: "email", message: "Is set and can't be changed" }]),
    ...(contact.phone === null || phoneStays ? [] : [{ field: "phone", message: "Is set and can't be changed" }]),
    ...((phone ?? contact.phone) === null && needsPhone(write.fields.sms_consent) ? [phoneNeeded] : [])
  ]
  if (faults.length > 0) return refused(faults)
  const taken = takenBy(write, state)
  if (taken !== undefined) return Result.fail(taken)
  return apply(now, write, contact, {
    ...(emailStays ? {} : state.remembered.email === undefined ? {} : { email: state.remembered.email }),
    ...(phoneStays ? {} : state.remembered.sms === undefined ? {} : { sms: state.remembered.sms }),
    ...(emailStays && phoneStays ? {} : erasedAt(state.remembered))
  })
}

const erasedAt = ({ erased_at }: Remembered) => (erased_at === undefined ? {} : { erased_at })

const sameEmail = (sent: string | null, stored: string | null): boolean =>
  sent === null || stored === null ? sent === stored : emailKey(sent) === emailKey(stored)

const takenBy = ({ contact_id }: ContactWrite, { byEmail, byPhone }: ContactState): ContactTaken | undefined => {
  const email = byEmail === contact_id ? undefined : byEmail
  const phone = byPhone === contact_id ? undefined : byPhone
  const owner = email ?? phone
  if (owner === undefined) return undefined
  const fields = [
    ...(email === undefined ? [] : ["email" as const]),
    ...(phone === undefined ? [] : ["phone" as const])
  ]
  return new ContactTaken({ contact_id: owner, fields })
}

const apply = (now: number, write: ContactWrite, before: FullContact, remembered: Remembered): Decided => {
  const { email, phone, email_consent, sms_consent, ...plain } = write.fields
  const back = {
    email: onReturn(before.email_consent, remembered.email),
    sms: onReturn(before.sms_consent, remembered.sms)
  }
  const returned = {
    email: back.email.at(-1)?.to ?? before.email_consent,
    sms: back.sms.at(-1)?.to ?? before.sms_consent
  }
  if (returned.email === "compliance_suppressed" && email_consent !== undefined) return refused([complianceFault])
  const erased_at = remembered.erased_at ?? before.erased_at
  const refuses = (asked: string | undefined) =>
    write.cause === "import" && erased_at !== null && (asked === "subscribed" || asked === "single_opt_in")
  const moves = {
    email: [...back.email, ...(refuses(email_consent) ? [] : emailOnWrite(returned.email, email_consent))],
    sms: [...back.sms, ...(refuses(sms_consent) ? [] : smsOnWrite(returned.sms, sms_consent))]
  }
  const contact: FullContact = {
    ...before,
    ...plain,
    erased_at,
    email: before.email ?? email ?? null,
    phone: before.phone ?? phone ?? null,
    email_consent: moves.email.at(-1)?.to ?? before.email_consent,
    sms_consent: moves.sms.at(-1)?.to ?? before.sms_consent
  }
  const changed = Object.entries(contact).some(([name, value]) => Reflect.get(before, name) !== value)
  const entry = {
    account_id: write.account_id,
    contact_id: write.contact_id,
    cause: write.cause,
    source_id: write.contact_id,
    actor: write.actor,
    effective_at: now,
    recorded_at: now
  }
  const refusal = { ...entry, refused: true, rule: "import_after_erasure" as const }
  return Result.succeed({
    contact: changed ? { ...contact, updated_at: now } : before,
    changed,
    ledger: [
      ...linesOf({ ...entry, channel: "email" }, before.email_consent, moves.email),
      ...linesOf({ ...entry, channel: "sms" }, before.sms_consent, moves.sms),
      ...(email_consent !== undefined && email_consent !== returned.email && refuses(email_consent)
        ? [{ ...refusal, channel: "email" as const, from_state: returned.email, to_state: email_consent }]
        : []),
      ...(sms_consent !== undefined && sms_consent !== returned.sms && refuses(sms_consent)
        ? [{ ...refusal, channel: "sms" as const, from_state: returned.sms, to_state: sms_consent }]
        : [])
    ],
    welcomed: write.send_welcome_sms && before.sms_consent !== "subscribed" && contact.sms_consent === "subscribed"
  })
}
