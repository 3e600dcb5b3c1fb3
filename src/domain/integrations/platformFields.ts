import { exactElements, exactObject, fromText, isObject, isText, type JsonObject, numberText } from "../json/Json.ts"
import { keptName } from "../orders/BuyerName.ts"
import type { BuyerName } from "../orders/Order.ts"
import { plainDecimal } from "../values/Decimal.ts"
import { beginning, isBlank } from "../values/Text.ts"
import { textHash } from "../values/textHash.ts"
import { formatTime } from "../values/Time.ts"

const maxText = 5_000

/** A nested object whose numbers keep their digits; empty for any other value. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? exactObject(value) : {})

/** Elements that are read of a list of a platform's order, such as its items, and of lists within them. */
const maxElements = { items: 2_000, parts: 250 } as const

/** The objects among the first elements of a list, whose numbers keep their digits; empty for any other value. */
export const objectsOf = (value: unknown, kind: keyof typeof maxElements = "parts"): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? exactElements(value, maxElements[kind]).filter(isObject) : []

/** Visible text, or a number as text; null for any other value. */
export const textOf = (value: unknown): string | null => {
  const text = typeof value === "string" ? value : numberText(value)
  return text === undefined || isBlank(text) || !isText(text) ? null : beginning(text, maxText)
}

/**
 * The first visible e-mail. An address at `.invalid`, which exists nowhere (RFC 2606), stands for one that the platform erased, such as
 * `deleted@site.invalid` of WordPress: it is null.
 */
export const emailOf = (...values: ReadonlyArray<unknown>): string | null =>
  values.map(textOf).find((text) => text !== null && !isErasedEmail(text)) ?? null

const isErasedEmail = (text: string): boolean => /\.invalid\s*$/i.test(text)

/** Whether an address stands for one that the platform erased. */
export const isAnonymised = (value: unknown): boolean => isErasedEmail(textOf(value) ?? "")

/** A part of a name. Text in brackets, such as `[deleted]` of WordPress, stands for one that the platform erased: it is null. */
const namePart = (value: unknown): string | null => {
  const text = textOf(value)
  return text === null || /^\s*\[.*\]\s*$/.test(text) ? null : text
}

/** The name of a person, as long as a contact's may be; undefined without one. */
export const personName = ({ first_name, last_name }: JsonObject): BuyerName | undefined => {
  const name = keptName({ first_name: namePart(first_name), last_name: namePart(last_name) })
  return name.first_name === null && name.last_name === null ? undefined : name
}

const maxId = 9223372036854775807n

/** A positive 64-bit id from a number, digits, or a Shopify address such as `gid://shopify/Order/1`; null for any other value. */
export const idOf = (...values: ReadonlyArray<unknown>): string | null => {
  for (const value of values) {
    const id = /^(?:gid:\/\/shopify\/\w+\/)?0*([1-9]\d{0,18})(?:\?.*)?$/.exec(textOf(value) ?? "")?.[1]
    if (id !== undefined && BigInt(id) <= maxId) return id
  }
  return null
}

/** The ids of a list, at most 250. */
export const idsOf = (list: unknown): ReadonlyArray<string> =>
  Array.isArray(list) ? exactElements(list, maxElements.parts).flatMap((id) => idOf(id) ?? []) : []

/** A decimal from a number or text such as `"598.94"`, exact; null for any other value. */
export const decimalOf = (value: unknown): string | null => plainDecimal((textOf(value) ?? "").trim()) ?? null

/** A decimal as a JSON number; null without one. */
export const moneyOf = (value: unknown) => {
  const decimal = decimalOf(value)
  return decimal === null ? null : JSON.rawJSON(decimal)
}

const isoForm = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/
const mailForm = /^\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d (?:[+-]\d{4}|GMT|UTC)$/

// 1990 to 2100, in milliseconds.
const [earliest, latest] = [631_152_000_000, 4_102_444_800_000]

/** A time in ISO 8601, in UTC where it has no offset, or as in mail headers, in milliseconds; null for any other value. */
export const timeOf = (value: unknown): number | null => {
  const text = textOf(value) ?? ""
  const [, day, time, offset = "Z"] = isoForm.exec(text) ?? []
  const millis =
    day === undefined ? (mailForm.test(text) ? Date.parse(text) : Number.NaN) : Date.parse(`${day}T${time}${offset}`)
  return millis >= earliest && millis <= latest ? Math.trunc(millis) : null
}

/** The address and name of a customer as members of a contact, without those that are null. */
export const contactOf = ({
  email,
  phone,
  name
}: Readonly<Record<"email" | "phone", string | null>> & { readonly name: BuyerName | undefined }) => ({
  ...(email === null ? {} : { email }),
  ...(phone === null ? {} : { phone }),
  ...(name?.first_name == null ? {} : { first_name: name.first_name }),
  ...(name?.last_name == null ? {} : { last_name: name.last_name })
})

/** The times of an order: placed, and changed last. Null without the first. */
export const orderTimes = (placed: unknown, updated: unknown) => {
  const placed_at = timeOf(placed)
  return placed_at === null ? null : { order_date: formatTime(placed_at), placed_at, at: timeOf(updated) ?? placed_at }
}

const yesWords: ReadonlySet<string> = new Set(["1", "true", "yes", "on", "y", "subscribed", "checked", "agreed"])

/**
 * Whether a field of an order says yes, as plugins and themes write it. `fields` are the platform's extra fields of the order: its name is `key` or
 * `name`. False without such a field.
 */
export const fieldSaysYes = (fields: unknown, field: string | null): boolean =>
  field !== null &&
  objectsOf(fields).some(({ key, name, value }) => {
    if (textOf(key ?? name) !== field) return false
    return value === true || yesWords.has((textOf(value) ?? "").trim().toLowerCase())
  })

/** The text of the first entry of a list of metadata with this key; null without one. */
export const metaText = (fields: unknown, key: string): string | null =>
  textOf(objectsOf(fields).find((entry) => entry["key"] === key)?.["value"])

/** A member of an order's body that keeps every digit. */
export const exactMember = (value: unknown): unknown => fromText(JSON.stringify(value))

/** Orders reports with the same time: by progress, then by content. */
export const rankOf = (progress: number, order: JsonObject): string => `${progress}.${textHash(JSON.stringify(order))}`

/** An address with the API's names. `names` are those of the platform. */
export const addressOf = (value: unknown, names: Readonly<Record<string, string>>): JsonObject | null => {
  const source = objectOf(value)
  const members = Object.entries(names).flatMap(([name, theirs]) => {
    const text = textOf(source[theirs])
    return text === null ? [] : [[name, text] as const]
  })
  return members.length === 0 ? null : Object.fromEntries(members)
}
