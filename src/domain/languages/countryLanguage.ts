const languages = new Map<string, string>()

/** The language that most people of a country (ISO 3166 alpha-2) read, with that country, as a BCP 47 tag: `de-AT` for AT. Undefined for no code. */
export const countryLanguage = (country: string): string | undefined => {
  const known = languages.get(country)
  if (known !== undefined) return known
  if (!/^[A-Z]{2}$/.test(country)) return undefined
  const language = `${new Intl.Locale("und", { region: country }).maximize().language}-${country}`
  languages.set(country, language)
  return language
}
