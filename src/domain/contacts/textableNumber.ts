import { parsePhoneNumberFromString } from "libphonenumber-js/max"

// Premium-rate, shared-cost, toll-free, personal and company-wide numbers bill their caller or cannot be texted.
const types: ReadonlySet<string | undefined> = new Set(["MOBILE", "FIXED_LINE", "FIXED_LINE_OR_MOBILE", "VOIP"])

/**
 * Whether a stranger may have a paid text sent to an E.164 number: a valid number of one of these countries (ISO 3166 alpha-2), of a type that
 * charges no more than a text. Satellite and international networks (+800, +808, +870, +878, +881, +882, +883, +888, +979) belong to no
 * country. The full metadata tells types, which the metadata of other phone checks lacks. Pure.
 */
export const isTextable = (phone: string, countries: ReadonlyArray<string>): boolean => {
  const number = parsePhoneNumberFromString(phone)
  return number?.country !== undefined && countries.includes(number.country) && types.has(number.getType())
}
