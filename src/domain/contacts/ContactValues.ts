import { Schema } from "effect"
import { maxFieldValues, maxValues, ShopValues } from "./ShopValues.ts"

/** The kinds of values that are listed. */
const kinds = ["custom_fields", "tags", "countries", "languages"] as const
export const ValueKind = Schema.Literals(kinds)
export type ValueKind = typeof ValueKind.Type

/** A value, and how many of the contacts that were read have it. */
export const UsedValue = Schema.Struct({ value: Schema.String, contacts: Schema.Int }).annotate({
  identifier: "UsedValue"
})
export type UsedValue = typeof UsedValue.Type

const Values = Schema.Array(UsedValue)

/** A custom field, and its values where there are at most `maxFieldValues`; else none. */
export const UsedField = Schema.Struct({ ...UsedValue.fields, values: Schema.Array(Schema.String) }).annotate({
  identifier: "UsedField"
})
export type UsedField = typeof UsedField.Type

export const receivedTypes = {
  /** Types that are read, in order of their names, of which the most frequent `maxValues` are listed. */
  read: 200,
  /** Events of a type that are counted. */
  counted: 1_000
} as const

/** A type of events, and how many of it the account received: of 1,000, at least so many. */
export const ReceivedType = Schema.Struct({ value: Schema.String, events: Schema.Int }).annotate({
  identifier: "ReceivedType"
})
export type ReceivedType = typeof ReceivedType.Type

/** The values of contacts alone. */
const OwnValues = Schema.Struct({
  read: Schema.Int,
  total: Schema.Int,
  custom_fields: Schema.Array(UsedField),
  tags: Values,
  countries: Values,
  languages: Values
})
export type OwnValues = typeof OwnValues.Type

/**
 * The names of custom fields, the tags, countries and languages that contacts have. Of an account of more than 10,000 contacts the newest and the
 * oldest 5,000 are read: `read` is how many were, of `total`; a number of contacts is then the least. `event_types` are those of the account, and
 * the values of its products, orders and events are read beside them. Each list has the most frequent 100 values.
 */
export const ContactValues = Schema.Struct({
  ...OwnValues.fields,
  event_types: Schema.Array(ReceivedType),
  ...ShopValues.fields
}).annotate({ identifier: "ContactValues" })
export type ContactValues = typeof ContactValues.Type

/** Contacts read of each end of the list. */
export const contactsOfEnd = 5_000

/** The values of some contacts, read down to the contact `lowest`; null if there were none. */
export interface ReadValues {
  readonly contacts: number
  readonly lowest: string | null
  readonly values: ReadonlyArray<UsedValue & { readonly kind: ValueKind }>
  /** The values of custom fields; null where there are more than `maxFieldValues`, or one is no short text, number or truth. */
  readonly fieldValues: ReadonlyMap<string, ReadonlyArray<string> | null>
}

/** The values of a field in all parts, in order; none where they are too many, or where a part has too many. Pure. */
const fieldValuesOf = (parts: ReadonlyArray<ReadValues>, field: string): ReadonlyArray<string> => {
  const all = new Set<string>()
  for (const { fieldValues } of parts) {
    const values = fieldValues.get(field)
    if (values === null) return []
    for (const value of values ?? []) all.add(value)
  }
  return all.size > maxFieldValues ? [] : [...all].sort()
}

/** The number of contacts that were read. Pure. */
export const contactsRead = (parts: ReadonlyArray<ReadValues>): number =>
  parts.reduce((sum, { contacts }) => sum + contacts, 0)

/** The sums of what was read of different contacts: most contacts first, then by value. Pure. */
export const sumValues = (parts: ReadonlyArray<ReadValues>, total: number): OwnValues => {
  const valuesOf = (kind: ValueKind): ReadonlyArray<UsedValue> => {
    const sums = new Map<string, number>()
    for (const part of parts) {
      for (const one of part.values)
        if (one.kind === kind) sums.set(one.value, (sums.get(one.value) ?? 0) + one.contacts)
    }
    return [...sums]
      .map(([value, contacts]) => ({ value, contacts }))
      .sort((a, b) => b.contacts - a.contacts || (a.value < b.value ? -1 : 1))
      .slice(0, maxValues)
  }
  const read = contactsRead(parts)
  return {
    read,
    // Contacts may be created or erased between the statements.
    total: Math.max(read, total),
    custom_fields: valuesOf("custom_fields").map((used) => ({ ...used, values: fieldValuesOf(parts, used.value) })),
    tags: valuesOf("tags"),
    countries: valuesOf("countries"),
    languages: valuesOf("languages")
  }
}

/** The types of events that are listed: most events first, then by name. Pure. */
export const listedTypes = (types: ReadonlyArray<ReceivedType>): ReadonlyArray<ReceivedType> =>
  types.toSorted((a, b) => b.events - a.events || (a.value < b.value ? -1 : 1)).slice(0, maxValues)
