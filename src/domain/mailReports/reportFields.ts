import { Option, Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { isObject, type JsonObject, numberText } from "../json/Json.ts"

const maxText = 5_000
const decodeEmail = Schema.decodeUnknownOption(Email)

/** A text member, cut to 5,000 characters; null for any other value. */
export const textOf = (value: unknown): string | null => (typeof value === "string" ? value.slice(0, maxText) : null)

/** A nested object; empty for any other value. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Recipients in a report, at most 50, which is the most that a mail of any provider has. */
export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value.slice(0, 50) : [])

/** The address of a mailbox as mail headers write it: `"Ada L" <ada@example.com>`. Any other text stays as it is. */
export const bareAddress = (text: string): string => {
  const trimmed = text.trim()
  return trimmed.endsWith(">") ? trimmed.slice(trimmed.lastIndexOf("<") + 1, -1) : trimmed
}

/** An e-mail address, also within angle brackets and after a display name; undefined for any other value. */
export const emailOf = (value: unknown): string | undefined =>
  typeof value === "string" ? Option.getOrUndefined(decodeEmail(bareAddress(value.slice(0, maxText)))) : undefined

// 2000 to 2100, in milliseconds.
const [earliest, latest] = [946_684_800_000, 4_102_444_800_000]

const plausible = (millis: number): number | null =>
  millis >= earliest && millis <= latest ? Math.trunc(millis) : null

/** An ISO 8601 time with an offset, in milliseconds; null for any other value. */
export const isoTime = (value: unknown): number | null => {
  const text = textOf(value) ?? ""
  return /^\d{4}-\d\d-\d\d[T ][\d:.]{5,20}(?:Z|[+-]\d\d:?(?:\d\d)?)$/.test(text)
    ? plausible(Date.parse(text.replace(/([+-]\d\d)$/, "$1:00")))
    : null
}

/** A Unix time in seconds, or milliseconds if it is too large for seconds, in milliseconds; null for any other value. */
export const unixTime = (value: unknown): number | null => {
  const number = Number(numberText(value) ?? textOf(value) ?? "")
  return plausible(number < 100_000_000_000 ? number * 1_000 : number)
}
