import { Schema, SchemaTransformation } from "effect"
import { needsPhone, WritableEmailConsent, WritableSmsConsent } from "./consentOnWrite.ts"
import { Email } from "./Email.ts"
import type { Fault } from "./Fault.ts"
import { freeForm } from "./FreeForm.ts"
import { type JsonObject, textOf } from "./Json.ts"
import { normalizePhone } from "./Phone.ts"
import { Name, Text, text } from "./Text.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

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

/** A flat object of the caller's own members, kept to the digit and in order. */
export const CustomFields = freeForm<Readonly<Record<string, Scalar>>>(Schema.Record(Schema.String, Scalar), {
  type: "object",
  additionalProperties: { type: ["string", "number", "boolean", "null"] }
})

export const Tags = Schema.Array(Name).check(Schema.isMaxLength(500))

/** The body of `POST /contacts` and `PATCH /contacts/{id}`. Left out keeps the stored value, null clears it (contract §4). */
export const ContactInput = Schema.Struct({
  email: optional(Email),
  phone: optional(Text),
  first_name: optional(text(255)),
  last_name: optional(text(255)),
  email_consent: Schema.optionalKey(WritableEmailConsent),
  sms_consent: Schema.optionalKey(WritableSmsConsent),
  tags: optional(Tags),
  custom_fields: optional(CustomFields),
  send_welcome_sms: optional(Schema.Boolean)
}).annotate({ identifier: "ContactInput" })
export type ContactInput = typeof ContactInput.Type

/** The body of `POST /contacts/{id}/merge`: the id of the contact that becomes part of the one in the path (contract §4). */
export const ContactMergeInput = Schema.Struct({ from: Text }).annotate({ identifier: "ContactMerge" })

/** Names that callers may still know, and what replaced them (specification §9). */
export const retiredNames: Readonly<Record<string, string>> = {
  email_permission: "email_consent",
  phone_permission: "sms_consent"
}

/** What a schema can't say of any contact body. */
export const contactRules = (body: JsonObject, country: string): ReadonlyArray<Fault> => {
  const phone = body["phone"]
  return [
    ...Object.entries(retiredNames).flatMap(([field, now]) =>
      field in body ? [{ field, message: `Was replaced by ${now}` }] : []
    ),
    ...(typeof phone === "string" && normalizePhone(phone, [country]) === undefined
      ? [{ field: "phone", message: "Must be a phone number without letters or extension" }]
      : [])
  ]
}

/** What a schema can't say of the body that makes a contact: it must name somebody, and a text opt-in needs a phone. */
export const newContactRules = (body: JsonObject, country: string): ReadonlyArray<Fault> => {
  const phone = body["phone"] ?? undefined
  return [
    ...contactRules(body, country),
    ...(phone === undefined && (body["email"] ?? undefined) === undefined
      ? [{ field: "email", message: "Either email or phone is required" }]
      : []),
    ...(phone === undefined && needsPhone(body["sms_consent"]) ? [phoneNeeded] : [])
  ]
}

export const phoneNeeded: Fault = { field: "sms_consent", message: "Needs a contact with a phone" }

/** What a caller sets on a contact; what is left out stays. `phone` is E.164, `tags` and `custom_fields` are JSON text. */
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

/** The fields as decisions read them. Contract: the body passed `ContactInput` and the rules with the same country. */
export const toContactFields = (input: ContactInput, country: string): ContactFields => {
  const { phone, first_name, last_name, tags, custom_fields, send_welcome_sms: _, ...sent } = input
  return {
    ...sent,
    ...(phone === undefined ? {} : { phone: phone === null ? null : (normalizePhone(phone, [country]) ?? null) }),
    ...(first_name === undefined ? {} : { first_name: blankIsNull(first_name) }),
    ...(last_name === undefined ? {} : { last_name: blankIsNull(last_name) }),
    ...(tags === undefined ? {} : { tags: JSON.stringify(tags ?? []) }),
    ...(custom_fields === undefined ? {} : { custom_fields: textOf(custom_fields ?? {}) })
  }
}

const blankIsNull = (name: string | null): string | null => (name === "" ? null : name)
