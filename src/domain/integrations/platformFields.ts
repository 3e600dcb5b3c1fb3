import { fromText, isObject, isText, type JsonObject, numberText } from "../json/Json.ts"
import { plainDecimal } from "../values/Decimal.ts"
import { beginning, isBlank } from "../values/Text.ts"
import { formatTime } from "../values/Time.ts"

const maxText = 5_000

/** A nested object; empty for any other value. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Elements that are read of a list of a platform's order, such as its items, and of lists within them. */
const maxElements = { items: 2_000, parts: 250 } as const

/** The objects among the first elements of a list; empty for any other value. */
export const objectsOf = (value: unknown, kind: keyof typeof maxElements = "parts"): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.slice(0, maxElements[kind]).filter(isObject) : []

/** Visible text, or a number as text; null for any other value. */
export const textOf = (value: unknown): string | null => {
  const text = typeof value === "string" ? value : numberText(value)
  return text === undefined || isBlank(text) || !isText(text) ? null : beginning(text, maxText)
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
  first_name,
  last_name
}: Readonly<Record<"email" | "phone" | "first_name" | "last_name", string | null>>) => ({
  ...(email === null ? {} : { email }),
  ...(phone === null ? {} : { phone }),
  ...(first_name === null ? {} : { first_name }),
  ...(last_name === null ? {} : { last_name })
})

/** The times of an order: placed, and changed last. Null without the first. */
export const orderTimes = (placed: unknown, updated: unknown) => {
  const placed_at = timeOf(placed)
  return placed_at === null ? null : { order_date: formatTime(placed_at), placed_at, at: timeOf(updated) ?? placed_at }
}

/** A member of an order's body that keeps every digit. */
export const exactMember = (value: unknown): unknown => fromText(JSON.stringify(value))

// FNV-1a over UTF-16 units.
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Orders reports with the same time: by progress, then by content. */
export const rankOf = (progress: number, order: JsonObject): string =>
  `${progress}.${hashOf(JSON.stringify(order)).toString(36).padStart(7, "0")}`

/** An address with the API's names. `names` are those of the platform. */
export const addressOf = (value: unknown, names: Readonly<Record<string, string>>): JsonObject | null => {
  const source = objectOf(value)
  const members = Object.entries(names).flatMap(([name, theirs]) => {
    const text = textOf(source[theirs])
    return text === null ? [] : [[name, text] as const]
  })
  return members.length === 0 ? null : Object.fromEntries(members)
}
