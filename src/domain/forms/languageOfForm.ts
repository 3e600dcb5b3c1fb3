import type { Language } from "../languages/Language.ts"
import { languageOfContact } from "../languages/messageWords.ts"

/** The custom fields of a person who signs up by a form of this language, null for one that follows the browser: a language that was asked for stays. Pure. */
export const withFormLanguage = (
  custom_fields: Readonly<Record<string, string>>,
  language: Language | null
): Readonly<Record<string, string>> =>
  language === null || languageOfContact(custom_fields) !== null || Object.hasOwn(custom_fields, "language")
    ? custom_fields
    : { ...custom_fields, language }
