import { Result, Schema } from "effect"
import { EmailConsent, SmsConsent, WithdrawnBy } from "../contacts/Consent.ts"
import { type FullContact, withdrawalOf } from "../contacts/Contact.ts"
import { fromText, parseObject, textOf } from "../json/Json.ts"

const Text = Schema.NullOr(Schema.String)

const consent = <const S extends Schema.Top>(state: S) =>
  Schema.Struct({ state, withdrawn_at: Schema.NullOr(Schema.Number), withdrawn_by: Schema.NullOr(WithdrawnBy) })

const EmailState = consent(EmailConsent)
const SmsState = consent(SmsConsent)

const textFields = ["email", "phone", "first_name", "last_name"] as const

const TextChange = Schema.Struct({ member: Schema.Literals(textFields), before: Text, after: Text })
const isText = Schema.is(TextChange)

/**
 * A member of a contact with its values before and after. A tag is there or not, and a contact is in a topic or left it. The value of a custom field is its JSON text, null
 * where the contact has no such field. A consent comes with its withdrawal in effect.
 */
export const ChangedMember = Schema.Union([
  TextChange,
  Schema.Struct({ member: Schema.Literal("email_consent"), before: EmailState, after: EmailState }),
  Schema.Struct({ member: Schema.Literal("sms_consent"), before: SmsState, after: SmsState }),
  Schema.Struct({ member: Schema.Literal("tag"), name: Schema.String, before: Schema.Boolean, after: Schema.Boolean }),
  Schema.Struct({
    member: Schema.Literal("topic"),
    name: Schema.String,
    before: Schema.Boolean,
    after: Schema.Boolean
  }),
  Schema.Struct({ member: Schema.Literal("custom_field"), name: Schema.String, before: Text, after: Text })
])
export type ChangedMember = typeof ChangedMember.Type

/** What a bulk change changed of a contact. `created`: it made the contact. */
export const ContactChange = Schema.Struct({ created: Schema.Boolean, members: Schema.Array(ChangedMember) })
export type ContactChange = typeof ContactChange.Type

/** The tags of a contact, in order. */
export const tagsOf = ({ tags }: Pick<FullContact, "tags">): ReadonlyArray<string> => {
  const list = fromText(tags)
  return Array.isArray(list) ? list.filter((tag) => typeof tag === "string") : []
}

/** The custom fields of a contact: the JSON text of each value. */
export const fieldsOf = ({ custom_fields }: Pick<FullContact, "custom_fields">): ReadonlyMap<string, string> => {
  const fields = Result.getOrElse(parseObject(Buffer.from(custom_fields)), () => ({}))
  return new Map(Object.entries(fields).map(([name, value]) => [name, textOf(value)]))
}

/** Custom fields as a contact has them: the opposite of `fieldsOf`. */
export const fieldsText = (fields: ReadonlyMap<string, string>): string =>
  `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`

export const emailStateOf = (contact: FullContact): typeof EmailState.Type => {
  const { at = null, by = null } = withdrawalOf(contact, "email") ?? {}
  return { state: contact.email_consent, withdrawn_at: at, withdrawn_by: by }
}

export const smsStateOf = (contact: FullContact): typeof SmsState.Type => {
  const { at = null, by = null } = withdrawalOf(contact, "sms") ?? {}
  return { state: contact.sms_consent, withdrawn_at: at, withdrawn_by: by }
}

type Value = string | boolean | null | { readonly [Name in keyof typeof EmailState.Type]: string | number | null }

/** Whether two values of a member are the same. */
export const isSame = (one: Value, other: Value): boolean =>
  typeof one === "object" && typeof other === "object" && one !== null && other !== null
    ? one.state === other.state && one.withdrawn_at === other.withdrawn_at && one.withdrawn_by === other.withdrawn_by
    : one === other

const changedTexts = (before: FullContact, after: FullContact): ReadonlyArray<ChangedMember> =>
  textFields.map((member) => ({ member, before: before[member], after: after[member] }))

const changedTags = (before: FullContact, after: FullContact): ReadonlyArray<ChangedMember> => {
  if (before.tags === after.tags) return []
  const [had, has] = [new Set(tagsOf(before)), new Set(tagsOf(after))]
  return [...had.union(has)].map((name) => ({ member: "tag", name, before: had.has(name), after: has.has(name) }))
}

const changedFields = (before: FullContact, after: FullContact): ReadonlyArray<ChangedMember> => {
  if (before.custom_fields === after.custom_fields) return []
  const [had, has] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...had.keys(), ...has.keys()])].map((name) => ({
    member: "custom_field",
    name,
    before: had.get(name) ?? null,
    after: has.get(name) ?? null
  }))
}

/** What became different between two states of a contact. Pure. */
export const changeOf = (before: FullContact, after: FullContact, created: boolean): ContactChange => ({
  created,
  members: [
    ...changedTexts(before, after),
    { member: "email_consent", before: emailStateOf(before), after: emailStateOf(after) } as const,
    { member: "sms_consent", before: smsStateOf(before), after: smsStateOf(after) } as const,
    ...changedTags(before, after),
    ...changedFields(before, after)
  ].filter((member) => !isSame(member.before, member.after))
})

/** A tag that was given to a contact or taken from it. */
export const taggedChange = (name: string, isAdded: boolean): ContactChange => ({
  created: false,
  members: [{ member: "tag", name, before: !isAdded, after: isAdded }]
})

/** A custom field that was set. Takes the JSON text of all custom fields before and after. */
export const fieldChange = (name: string, before: string, after: string): ContactChange => ({
  created: false,
  members: [
    {
      member: "custom_field" as const,
      name,
      before: fieldsOf({ custom_fields: before }).get(name) ?? null,
      after: fieldsOf({ custom_fields: after }).get(name) ?? null
    }
  ].filter((member) => !isSame(member.before, member.after))
})

const keyOf = (changed: ChangedMember): string =>
  "name" in changed ? `${changed.member}|${changed.name}` : changed.member

// Two changes of one member: its first value, and its last. A value that something else gave between them is the one from before.
const joined = (first: ChangedMember, second: ChangedMember): ChangedMember => {
  if (!isSame(first.after, second.before)) return second
  if (first.member === "email_consent" && second.member === "email_consent") return { ...second, before: first.before }
  if (first.member === "sms_consent" && second.member === "sms_consent") return { ...second, before: first.before }
  if (first.member === "tag" && second.member === "tag") return { ...second, before: first.before }
  if (first.member === "topic" && second.member === "topic") return { ...second, before: first.before }
  if (first.member === "custom_field" && second.member === "custom_field") return { ...second, before: first.before }
  return isText(first) && isText(second) ? { ...second, before: first.before } : second
}

/** Two changes of a contact as one: a file may have several rows of one person. Pure. */
export const joinChanges = (first: ContactChange, second: ContactChange): ContactChange => {
  const members = new Map(first.members.map((changed) => [keyOf(changed), changed]))
  for (const changed of second.members) {
    const earlier = members.get(keyOf(changed))
    members.set(keyOf(changed), earlier === undefined ? changed : joined(earlier, changed))
  }
  return {
    created: first.created,
    members: [...members.values()].filter((changed) => !isSame(changed.before, changed.after))
  }
}
