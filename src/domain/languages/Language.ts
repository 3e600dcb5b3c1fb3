import { Schema } from "effect"

/** The languages of pages for contacts (contract §14). */
export const Language = Schema.Literals(["en", "de", "fr", "es", "it", "nl", "pt", "pl"])
export type Language = typeof Language.Type

const isLanguage = Schema.is(Language)

/** The language that an `Accept-Language` prefers, of those that pages have; undefined without one (RFC 9110 §12.5.4). Pure. */
export const statedLanguage = (header: string | undefined): Language | undefined => {
  let best: { readonly language: Language | undefined; readonly weight: number } = { language: undefined, weight: 0 }
  for (const part of (header ?? "").split(",")) {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase())
    const [language = ""] = range.split("-", 1)
    const given = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
    const weight = given === undefined ? 1 : Number(given)
    if (isLanguage(language) && weight > best.weight && weight <= 1) best = { language, weight }
  }
  return best.language
}

/** The language of a page: that of `statedLanguage`, else English. Pure. */
export const acceptedLanguage = (header: string | undefined): Language => statedLanguage(header) ?? "en"

/** A text with its `{placeholders}` replaced. Values are not searched for placeholders. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([a-z]+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
