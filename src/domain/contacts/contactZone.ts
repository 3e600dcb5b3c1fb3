import { parsePhoneNumberFromString } from "libphonenumber-js"
import { countryZone } from "../zones/countryZones.ts"
import { isTimezone } from "../zones/zoneData.ts"

/**
 * The names of custom fields that hold a contact's time zone, in order of precedence, without case, white space and the signs that stores and
 * services put between words: `timezone`, `Time Zone`, `time_zone`, `$timezone`, `TZ`.
 */
export const zoneFields = ["timezone", "tz", "timezonename", "timezoneid", "ianatimezone", "zoneinfo", "olsontimezone"]

/** The signs that the names of such fields may have between and before their words. */
export const zoneFieldSigns = " _-.$"

const signs = new RegExp(`[${zoneFieldSigns.replace("-", "\\-")}]`, "g")
const maxNameLength = 64

const fieldName = (name: string): string => (name.length > maxNameLength ? "" : name.replace(signs, "").toLowerCase())

const zoneOf = (value: unknown): string | null => {
  const name = typeof value === "string" && value.length <= maxNameLength ? value.trim().replaceAll(" ", "_") : ""
  return isTimezone(name) ? name : null
}

const ownZone = (custom_fields: Readonly<Record<string, unknown>>): string | null => {
  const named = new Map<string, string>()
  for (const [name, value] of Object.entries(custom_fields)) {
    const field = fieldName(name)
    if (!zoneFields.includes(field) || named.has(field)) continue
    const zone = zoneOf(value)
    if (zone !== null) named.set(field, zone)
  }
  const field = zoneFields.find((each) => named.has(each))
  return field === undefined ? null : (named.get(field) ?? null)
}

/** The fields that tell where a contact lives. */
export interface ContactPlace {
  readonly phone: string | null
  readonly custom_fields: Readonly<Record<string, unknown>>
}

/**
 * The time zone of a contact (contract §10): the IANA name in a custom field, whatever an import called it; else the zone of the phone's country, if
 * that has one. Null if neither tells: the account's zone counts. Pure.
 */
export const contactZone = ({ phone, custom_fields }: ContactPlace): string | null => {
  const own = ownZone(custom_fields)
  if (own !== null || phone === null) return own
  const country = parsePhoneNumberFromString(phone)?.country
  return country === undefined ? null : countryZone(country)
}
