import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js"
import { isObject, type JsonObject } from "./Json.ts"

const loose = /^\+?[\d\s().\-/\u00a0\u2010-\u2015]{4,40}$/

/**
 * A phone number as E.164, or undefined when it cannot be one. Letters and extensions are refused (contract §2).
 * A national number is read in the first known country of `countries`.
 */
export const normalizePhone = (phone: string, countries: ReadonlyArray<string | undefined>): string | undefined => {
  const text = phone.trim()
  if (!loose.test(text)) return undefined
  const codes = countries.map((code) => code?.trim().toUpperCase() ?? "")
  const country = codes.find((code) => isSupportedCountry(code))
  const options = country !== undefined && isSupportedCountry(country) ? { defaultCountry: country } : {}
  const number = parsePhoneNumberFromString(text, { ...options, extract: false })
  return number?.isPossible() === true && number.ext === undefined ? number.number : undefined
}

/** The countries that the addresses of an order name, the shipping address first. */
export const addressCountries = (order: JsonObject): ReadonlyArray<string | undefined> =>
  [order["shipping_address"], order["billing_address"]].map((address) => {
    const code = isObject(address) ? address["country_code"] : undefined
    return typeof code === "string" ? code : undefined
  })
