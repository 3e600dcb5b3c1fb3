import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js"
import { countryCode } from "./Country.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { isBlank, withoutInvisible } from "../values/Text.ts"

// Digits of the Arabic scripts too, which the parser reads.
const phoneForm = /^\+?[\d\u0660-\u0669\u06f0-\u06f9\s().\-/\u2010-\u2015\u2212]{4,40}$/
const maxLength = 5_000

/** The issue of a phone that cannot be read. */
export const phoneIssue: ValidationIssue = {
  field: "phone",
  message: "Must be a phone number without letters or extension"
}

// The first country given decides. If it is not understood, the next one would be a guess.
const regionOf = (countries: ReadonlyArray<string | undefined>) => {
  const given = countries.find((country) => !isBlank(country))
  const code = given === undefined ? undefined : countryCode(given)
  return code !== undefined && isSupportedCountry(code) ? { defaultCountry: code } : {}
}

/**
 * A phone number as E.164, or undefined when it cannot be one: letters, extensions and placeholders of one repeated digit are
 * refused (contract §2). A national number is read in the first of `countries` that is given; without one it is refused.
 */
export const normalizePhone = (phone: string, countries: ReadonlyArray<string | undefined>): string | undefined => {
  if (phone.length > maxLength) return undefined
  const text = withoutInvisible(phone.normalize("NFKC")).trim()
  if (!phoneForm.test(text)) return undefined
  const number = parsePhoneNumberFromString(text, { ...regionOf(countries), extract: false })
  if (number?.isPossible() !== true || number.ext !== undefined) return undefined
  return new Set(number.nationalNumber).size === 1 ? undefined : number.number
}

// Platforms use different members for the country of an address. The first one that is understood counts.
const countryOf = (address: unknown): string | undefined => {
  if (!isObject(address)) return undefined
  const given = [address["country_code"], address["country"], address["country_id"]].filter((value) => !isBlank(value))
  const texts = given.map((value) => (typeof value === "string" ? value : "?"))
  return texts.find((text) => countryCode(text) !== undefined) ?? texts[0]
}

/** The countries of an order's addresses, the shipping address first. */
export const addressCountries = (order: JsonObject): ReadonlyArray<string | undefined> => [
  countryOf(order["shipping_address"]),
  countryOf(order["billing_address"])
]
