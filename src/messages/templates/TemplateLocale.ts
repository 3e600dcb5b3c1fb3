import { DateTime, Option } from "effect"

/** Where a message is read: the time zone of its dates, and the language of its sums of money as a BCP 47 tag. */
export interface TemplateLocale {
  readonly timezone: string
  readonly language: string
}

/** For templates that are rendered for no account. */
export const neutralLocale: TemplateLocale = { timezone: "UTC", language: "en-US" }

const languages = new Map<string, string>()

/** The language that most people of a country (ISO 3166 alpha-2) read, with that country: `de-AT` for AT. */
const languageOf = (country: string): string => {
  const known = languages.get(country)
  if (known !== undefined) return known
  if (!/^[A-Z]{2}$/.test(country)) return neutralLocale.language
  const language = `${new Intl.Locale("und", { region: country }).maximize().language}-${country}`
  languages.set(country, language)
  return language
}

/** The locale of an account. An unknown time zone counts as UTC. */
export const localeOf = (account: { readonly timezone: string; readonly country: string }): TemplateLocale => ({
  timezone: Option.isSome(DateTime.zoneMakeNamed(account.timezone)) ? account.timezone : neutralLocale.timezone,
  language: languageOf(account.country)
})
