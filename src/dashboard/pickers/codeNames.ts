const regions = new Intl.DisplayNames(["en"], { type: "region" })
const languages = new Intl.DisplayNames(["en"], { type: "language" })

/** The English name of a country by its code of two letters; other text as it is. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code)

/** The English name of a language by its code of two letters; other text as it is. */
export const languageCodeName = (code: string): string =>
  /^[a-z]{2}$/.test(code) ? (languages.of(code) ?? code) : code
