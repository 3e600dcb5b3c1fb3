import { countryLanguage } from "../../domain/languages/countryLanguage.ts"
import type { Language } from "../../domain/languages/Language.ts"
import { languageOfTag } from "../../domain/languages/messageWords.ts"
import { isTimezone } from "../../domain/zones/zoneData.ts"

/** Where a message is read: the time zone of its dates, and the language of its sums of money as a BCP 47 tag. */
export interface TemplateLocale {
  readonly timezone: string
  readonly language: string
}

/** For templates that are rendered for no account. */
export const neutralLocale: TemplateLocale = { timezone: "UTC", language: "en-US" }

/**
 * The locale of a message by the time zone and country of its account. A content in another language than most people of the country read is
 * written as that language is; without a language it is written as in the country. An unknown time zone counts as UTC.
 */
export const localeOf = (message: {
  readonly timezone: string
  readonly country: string
  readonly content: Language | null
}): TemplateLocale => {
  const { timezone, country, content } = message
  const ofCountry = countryLanguage(country) ?? neutralLocale.language
  return {
    timezone: isTimezone(timezone) ? timezone : neutralLocale.timezone,
    language: content === null || languageOfTag(ofCountry) === content ? ofCountry : writtenAs[content]
  }
}

// Alone, `pt` is that of Brazil, whose words the service does not write.
const writtenAs: Readonly<Record<Language, string>> = {
  en: "en",
  de: "de",
  fr: "fr",
  es: "es",
  it: "it",
  nl: "nl",
  pt: "pt-PT",
  pl: "pl"
}
