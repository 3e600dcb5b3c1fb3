import { languageOfTag, tellsLanguage } from "./messageWords.ts"

/**
 * The custom field that keeps the language in which a shop or a page met a contact, by its tag. Empty where the contact has a language already, also
 * one that the service does not write, and for a tag of no language that it writes: what was seen never replaces what was told. Pure.
 */
export const fillLanguage = (
  custom_fields: Readonly<Record<string, unknown>>,
  tag: string | null
): { readonly language?: string } => {
  const language = languageOfTag(tag)
  return language === null || tellsLanguage(custom_fields) ? {} : { language }
}
