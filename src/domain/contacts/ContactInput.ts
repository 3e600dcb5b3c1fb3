import { Schema, SchemaTransformation } from "effect"
import { ConsentProof } from "./ConsentProof.ts"
import { needsPhone, WritableEmailConsent, WritableSmsConsent } from "./consentOnWrite.ts"
import { Email, emailJson } from "./Email.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { freeObject } from "../json/FreeForm.ts"
import { type JsonObject, textOf } from "../json/Json.ts"
import { optional, optionalText } from "../json/Optional.ts"
import { normalizePhone, phoneIssue } from "./Phone.ts"
import { contactLimits } from "../capacity/quotas.ts"
import { isBlank, NonEmptyText, Text, text, textJson } from "../values/Text.ts"

type Scalar = string | number | boolean | null | ReturnType<typeof JSON.rawJSON>

const isScalar = (value: unknown): value is Scalar =>
  value === null || ["string", "number", "boolean"].includes(typeof value) || JSON.isRawJSON(value)

const Scalar = Schema.declare(isScalar, {
  expected: "string | number | boolean | null",
  toCodecArbitrary: () =>
    Schema.link<Scalar>()(
      Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Null]),
      SchemaTransformation.passthrough({ strict: false })
    )
})

/** A flat object of the caller's own members. Numbers keep every digit, members their order. */
export const CustomFields = freeObject<Readonly<Record<string, Scalar>>>(
  Schema.Record(Schema.String, Scalar),
  { type: "object", additionalProperties: { type: ["string", "number", "boolean", "null"] } },
  contactLimits.customFields
)

export const Tags = Schema.Array(NonEmptyText).check(Schema.isMaxLength(contactLimits.tags))

const namePart = [text(contactLimits.name), { maxLength: contactLimits.name }] as const

/** The body of `POST /contacts` and `PATCH /contacts/{id}`. An omitted field keeps its value, null clears it (contract §4.3). */
export const ContactInput = Schema.Struct({
  email: optionalText(Email, emailJson),
  phone: optionalText(Text, textJson),
  first_name: optionalText(...namePart),
  last_name: optionalText(...namePart),
  email_consent: Schema.optionalKey(WritableEmailConsent),
  sms_consent: Schema.optionalKey(WritableSmsConsent),
  consent_proof: Schema.optionalKey(ConsentProof),
  tags: optional(Tags),
  custom_fields: optional(CustomFields),
  send_welcome_sms: optional(Schema.Boolean)
}).annotate({ identifier: "ContactInput" })
export type ContactInput = typeof ContactInput.Type

/** The body of `POST /contacts/{id}/merge`. `from` is merged into the contact of the path (contract §4.3). */
export const ContactMergeInput = Schema.Struct({ from: Text }).annotate({ identifier: "ContactMerge" })

/** Retired field names and their replacements (contract §4.2). */
export const retiredNames: Readonly<Record<string, string>> = {
  email_permission: "email_consent",
  phone_permission: "sms_consent"
}

/** The issue of a phone that cannot be read in the account's country. The schema does not know that country. */
export const unreadablePhone = (body: JsonObject, country: string): ReadonlyArray<ValidationIssue> => {
  const phone = body["phone"]
  return typeof phone === "string" && !isBlank(phone) && normalizePhone(phone, [country]) === undefined
    ? [phoneIssue]
    : []
}

/** The rules of every contact body that its schema cannot express. */
export const contactRules = (body: JsonObject): ReadonlyArray<ValidationIssue> =>
  Object.entries(retiredNames).flatMap(([field, replacement]) =>
    field in body ? [{ field, message: `Was replaced by ${replacement}` }] : []
  )

/** The rules of a body that creates a contact: an e-mail or a phone is required, and an SMS opt-in needs a phone. */
export const newContactRules = (body: JsonObject): ReadonlyArray<ValidationIssue> => {
  const hasPhone = !isBlank(body["phone"])
  return [
    ...contactRules(body),
    ...(hasPhone || !isBlank(body["email"]) ? [] : [{ field: "email", message: "Either email or phone is required" }]),
    ...(!hasPhone && needsPhone(body["sms_consent"]) ? [phoneNeeded] : [])
  ]
}

export const phoneNeeded: ValidationIssue = { field: "sms_consent", message: "Needs a contact with a phone" }

/** The fields that a write sets; omitted ones stay. `phone` is E.164, `tags` and `custom_fields` are JSON text. */
export interface ContactFields {
  readonly email?: string | null
  readonly phone?: string | null
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly email_consent?: WritableEmailConsent
  readonly sms_consent?: WritableSmsConsent
  readonly tags?: string
  readonly custom_fields?: string
}

/** The fields of a body. Requires that the body passed `ContactInput` and its rules for the same country. */
export const toContactFields = (input: ContactInput, country: string): ContactFields => {
  const { phone, tags, custom_fields, send_welcome_sms: _, consent_proof: _proof, ...sent } = input
  return {
    ...sent,
    ...(phone === undefined ? {} : { phone: phone === null ? null : (normalizePhone(phone, [country]) ?? null) }),
    ...(tags === undefined ? {} : { tags: JSON.stringify(tags ?? []) }),
    ...(custom_fields === undefined ? {} : { custom_fields: textOf(custom_fields ?? {}) })
  }
}
