import { Schema } from "effect"

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

/**
 * The names of custom fields, the tags, countries and languages that contacts have. Of an account of more than 10,000 contacts the newest and the
 * oldest 5,000 are read: `read` is how many were, of `total`; a number of contacts is then the least. `event_types` are those of the account.
 * Each list has the most frequent 100 values.
 */
export const ContactValues = Schema.Struct({
  read: Schema.Int,
  total: Schema.Int,
  custom_fields: Values,
  tags: Values,
  countries: Values,
  languages: Values,
  event_types: Schema.Array(ReceivedType)
}).annotate({ identifier: "ContactValues" })
export type ContactValues = typeof ContactValues.Type

/** Contacts read of each end of the list. */
export const contactsOfEnd = 5_000

/** Values of a list. */
const maxValues = 100

/** The values of some contacts, read down to the contact `lowest`; null if there were none. */
export interface ReadValues {
  readonly contacts: number
  readonly lowest: string | null
  readonly values: ReadonlyArray<UsedValue & { readonly kind: ValueKind }>
}

/** The number of contacts that were read. Pure. */
export const contactsRead = (parts: ReadonlyArray<ReadValues>): number =>
  parts.reduce((sum, { contacts }) => sum + contacts, 0)

/** The sums of what was read of different contacts: most contacts first, then by value. Pure. */
export const sumValues = (parts: ReadonlyArray<ReadValues>, total: number): Omit<ContactValues, "event_types"> => {
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
    custom_fields: valuesOf("custom_fields"),
    tags: valuesOf("tags"),
    countries: valuesOf("countries"),
    languages: valuesOf("languages")
  }
}

/** The types of events that are listed: most events first, then by name. Pure. */
export const listedTypes = (types: ReadonlyArray<ReceivedType>): ReadonlyArray<ReceivedType> =>
  types.toSorted((a, b) => b.events - a.events || (a.value < b.value ? -1 : 1)).slice(0, maxValues)
