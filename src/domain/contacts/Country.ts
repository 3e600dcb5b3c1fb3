import { alpha2Of } from "./countryCodes.ts"

// What people and platforms write beside the names that CLDR has: common short forms and the formal names of ISO 3166.
const otherNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  AE: ["UAE", "Emirates"],
  BN: ["Brunei Darussalam"],
  BO: ["Bolivia, Plurinational State of"],
  BQ: ["Bonaire, Sint Eustatius and Saba"],
  CD: ["Democratic Republic of the Congo", "Congo, Democratic Republic of the", "DR Congo"],
  CG: ["Republic of the Congo"],
  CI: ["Ivory Coast"],
  CN: ["People's Republic of China"],
  CV: ["Cabo Verde"],
  CZ: ["Czech Republic"],
  FK: ["Falkland Islands (Malvinas)"],
  FM: ["Micronesia, Federated States of"],
  GB: ["UK", "Great Britain", "England", "Scotland", "Wales", "Northern Ireland"],
  GR: ["EL"],
  IR: ["Iran, Islamic Republic of", "Islamic Republic of Iran"],
  KP: ["Korea, Democratic People's Republic of"],
  KR: ["Korea, Republic of", "Republic of Korea"],
  LA: ["Lao People's Democratic Republic"],
  MD: ["Moldova, Republic of"],
  MF: ["Saint Martin (French part)"],
  MK: ["Macedonia", "Republic of North Macedonia"],
  MM: ["Burma"],
  MO: ["Macau"],
  NL: ["Holland"],
  PS: ["Palestine", "State of Palestine", "Palestine, State of"],
  RU: ["Russian Federation"],
  SX: ["Sint Maarten (Dutch part)"],
  SY: ["Syrian Arab Republic"],
  SZ: ["Swaziland"],
  TL: ["East Timor"],
  TR: ["Turkey"],
  TW: ["Taiwan, Province of China"],
  TZ: ["Tanzania, United Republic of", "United Republic of Tanzania"],
  UM: ["United States Minor Outlying Islands"],
  US: ["U.S.A.", "United States of America"],
  VA: ["Holy See", "Vatican", "Holy See (Vatican City State)"],
  VE: ["Venezuela, Bolivarian Republic of"],
  VG: ["Virgin Islands, British"],
  VI: ["Virgin Islands, U.S."]
}

// What two countries go by each.
const shared = ["Congo", "Korea"]

// Case, accents, punctuation and "&" aside.
const keyOf = (name: string): string =>
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

const namesIn = (language: string, code: string): ReadonlyArray<string> =>
  (["long", "short"] as const).flatMap((style) => {
    const name = displayNames(language, style).of(code)
    return name === undefined ? [] : [keyOf(name)]
  })

const made = new Map<string, Intl.DisplayNames>()

const displayNames = (language: string, style: "long" | "short"): Intl.DisplayNames => {
  const known = made.get(`${language}|${style}`)
  if (known !== undefined) return known
  const names = new Intl.DisplayNames([language], { type: "region", style, fallback: "none" })
  made.set(`${language}|${style}`, names)
  return names
}

// A name that two countries have in other languages tells neither; English ones and those above do.
const readNames = (): ReadonlyMap<string, string> => {
  const codes = [...alpha2Of.values()]
  const names = new Map<string, string>()
  for (const code of codes) for (const name of namesIn("en", code)) names.set(name, code)
  for (const [code, others] of Object.entries(otherNames)) for (const name of others) names.set(keyOf(name), code)
  const local = new Map<string, Set<string>>()
  for (const code of codes) {
    for (const language of [...languages, new Intl.Locale(`und-${code}`).maximize().language]) {
      for (const name of namesIn(language, code)) local.set(name, (local.get(name) ?? new Set()).add(code))
    }
  }
  for (const [name, [code = "", ...others]] of local) {
    if (others.length === 0 && !names.has(name)) names.set(name, code)
  }
  for (const name of shared) names.delete(keyOf(name))
  made.clear()
  return names
}

const alpha2 = new Set(alpha2Of.values())
let names: ReadonlyMap<string, string> | undefined

const maxNameLength = 100

/**
 * The ISO 3166 alpha-2 code of a country that is written as such a code, as an alpha-3 code, or by its name in English, German,
 * French, Spanish, Italian, Dutch, Portuguese, Polish or its own main language. Undefined for anything else.
 */
export const countryCode = (country: string): string | undefined => {
  const text = country.trim()
  const code = text.toUpperCase()
  if (alpha2.has(code)) return code
  const byAlpha3 = alpha2Of.get(code)
  if (byAlpha3 !== undefined) return byAlpha3
  if (text.length > maxNameLength) return undefined
  names ??= readNames()
  return names.get(keyOf(text))
}
