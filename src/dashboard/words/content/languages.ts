/** Words of the languages of a message's content. */
import type { Language } from "../../../domain/languages/Language.ts"

export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  de: "German",
  fr: "French",
  es: "Spanish",
  it: "Italian",
  nl: "Dutch",
  pt: "Portuguese",
  pl: "Polish"
}

export const languages = "Languages"
export const base = (language: Language | undefined) =>
  language === undefined ? "Base" : `${languageNames[language]} (base)`
export const add = "Add a language"
export const remove = (language: Language) => `Remove ${languageNames[language]}`
export const about =
  "People get the content in their own language if it is here, else in the account's, else the base. A new language begins as a copy of the base."
export const languageOfBase = "Language of the base"
export const ofAccount = "The account's"
export const withIssues = (name: string) => `${name}: something is wrong`

// Of previews
export const shownIn = "Shown in"
export const asContactGetsIt = "The contact's language"
