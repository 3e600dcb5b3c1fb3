import { iso31661, iso31661Alpha3ToAlpha2 } from "iso-3166"

/** ISO 3166-1 alpha-2 codes by alpha-3 code, and the code in use for Kosovo. */
export const alpha2Of: ReadonlyMap<string, string> = new Map([...Object.entries(iso31661Alpha3ToAlpha2), ["XKX", "XK"]])

const countries = new Set(alpha2Of.values())

// Territories without telephone numbers of their own, and two islands that have them without an ISO 3166 code.
const withoutNumbers = new Set(["AQ", "BV", "GS", "HM", "PN", "TF", "UM"])
const withNumbers = new Set(["AC", "TA"])

/**
 * Whether the code is of a country with telephone numbers. The answer of libphonenumber's metadata without the metadata, which the dashboard
 * would load.
 */
export const hasPhoneNumbers = (code: string): boolean =>
  withNumbers.has(code) || (countries.has(code) && !withoutNumbers.has(code))

// Names that neither CLDR nor ISO 3166 has, such as common short forms.
const otherNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  AE: ["UAE", "Emirates"],
  CD: ["Democratic Republic of the Congo", "DR Congo"],
  CG: ["Republic of the Congo"],
  CI: ["Ivory Coast"],
  CN: ["People's Republic of China"],
  CZ: ["Czech Republic"],
  GB: ["Great Britain", "England", "Scotland", "Wales", "Northern Ireland"],
  GR: ["EL"],
  IR: ["Islamic Republic of Iran"],
  KR: ["Republic of Korea"],
  MK: ["Macedonia", "Republic of North Macedonia"],
  MM: ["Burma"],
  NL: ["Holland"],
  PS: ["State of Palestine"],
  SZ: ["Swaziland"],
  TL: ["East Timor"],
  TR: ["Turkey"],
  TZ: ["United Republic of Tanzania"],
  US: ["U.S.A."],
  VA: ["Vatican", "Holy See (Vatican City State)"]
}

// Names of two countries each, which identify neither.
const ambiguous = ["Congo", "Korea"]

// Names are compared without case, accents and punctuation.
const nameKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/\bthe /g, "")
    .replace(/\bst\b/g, "saint")

const languages = ["de", "fr", "es", "it", "nl", "pt", "pl"]

// A name that other languages use for two countries identifies neither, unless it is an English name or one of those above.
const countryNames = (): ReadonlyMap<string, string> => {
  const displayNames = new Map<string, Intl.DisplayNames>()
  const displayNamesOf = (language: string, style: "long" | "short"): Intl.DisplayNames => {
    const key = `${language}|${style}`
    const existing = displayNames.get(key)
    if (existing !== undefined) return existing
    const created = new Intl.DisplayNames([language], { type: "region", style, fallback: "none" })
    displayNames.set(key, created)
    return created
  }
  const namesIn = (language: string, code: string): ReadonlyArray<string> =>
    (["long", "short"] as const).flatMap((style) => {
      const name = displayNamesOf(language, style).of(code)
      return name === undefined ? [] : [nameKey(name)]
    })

  const names = new Map<string, string>()
  for (const { name, alpha2 } of iso31661) names.set(nameKey(name), alpha2)
  for (const code of countries) for (const name of namesIn("en", code)) names.set(name, code)
  for (const [code, others] of Object.entries(otherNames)) for (const name of others) names.set(nameKey(name), code)
  const local = new Map<string, Set<string>>()
  for (const code of countries) {
    for (const language of [...languages, new Intl.Locale(`und-${code}`).maximize().language]) {
      for (const name of namesIn(language, code)) local.set(name, (local.get(name) ?? new Set()).add(code))
    }
  }
  for (const [name, [code = "", ...others]] of local) {
    if (others.length === 0 && !names.has(name)) names.set(name, code)
  }
  for (const name of ambiguous) names.delete(nameKey(name))
  return names
}

// Built at the first use, which takes thousands of Intl calls.
const cachedNames = (() => {
  let names: ReadonlyMap<string, string> | undefined
  return () => (names ??= countryNames())
})()

const maxNameLength = 100

/**
 * The ISO 3166 alpha-2 code of a country that is written as such a code, as an alpha-3 code, or by its name in English, German,
 * French, Spanish, Italian, Dutch, Portuguese, Polish or its own main language. Undefined for anything else.
 */
export const countryCode = (country: string): string | undefined => {
  const text = country.trim()
  const code = text.toUpperCase()
  if (countries.has(code)) return code
  const byAlpha3 = alpha2Of.get(code)
  if (byAlpha3 !== undefined) return byAlpha3
  if (text.length > maxNameLength) return undefined
  return cachedNames().get(nameKey(text))
}
