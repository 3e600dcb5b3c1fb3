import { countryLanguage } from "../../domain/languages/countryLanguage.ts"
import { isTimezone } from "../../domain/zones/zoneData.ts"

/** Where a message is read: the time zone of its dates, and the language of its sums of money as a BCP 47 tag. */
export interface TemplateLocale {
  readonly timezone: string
  readonly language: string
}

/** For templates that are rendered for no account. */
export const neutralLocale: TemplateLocale = { timezone: "UTC", language: "en-US" }

/** The locale of an account. An unknown time zone counts as UTC. */
export const localeOf = (account: { readonly timezone: string; readonly country: string }): TemplateLocale => ({
  timezone: isTimezone(account.timezone) ? account.timezone : neutralLocale.timezone,
  language: countryLanguage(account.country) ?? neutralLocale.language
})
