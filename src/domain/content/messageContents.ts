import { Schema } from "effect"
import { Conditions } from "../conditions/Condition.ts"
import { Language } from "../languages/Language.ts"
import { type MessageLanguage, messageLanguage, type WantedLanguages } from "../languages/messageWords.ts"
import { mailTemplate } from "./emailBody.ts"
import { placedContents } from "./placedContents.ts"
import { type ShownIf, shownIfOf } from "./shownBlocks.ts"
import type { Translated, WrittenEmail, WrittenText } from "./Translations.ts"

const StoredShownIf = Schema.Record(Schema.String, Conditions)

/** A translation of a message: Liquid templates, `subject` null for a text, and the conditions of its blocks. */
export const MadeTranslation = Schema.Struct({
  subject: Schema.NullOr(Schema.String),
  body: Schema.String,
  shown_if: StoredShownIf
})
export type MadeTranslation = typeof MadeTranslation.Type

/**
 * What a message has beside the templates of its content, as it is stored with them: the language of that content, null for the account's, the
 * conditions of its blocks, and the languages of its translations.
 */
export const MessageContents = Schema.Struct({
  language: Schema.NullOr(Language),
  shown_if: StoredShownIf,
  languages: Schema.Array(Language)
})
export type MessageContents = typeof MessageContents.Type

/** `MessageContents` with the translations. */
export const MadeContents = Schema.Struct({
  ...MessageContents.fields,
  translations: Schema.Record(Schema.String, MadeTranslation)
})
export type MadeContents = typeof MadeContents.Type

/** A message as it is queued: the Liquid templates of its content, `subject` null for a text, and what else it has; null for nothing. */
export interface MadeMessage {
  readonly subject: string | null
  readonly body: string
  readonly contents: MadeContents | null
}

const madeOf = (written: WrittenEmail | WrittenText): MadeTranslation => {
  if ("text" in written) return { subject: null, body: written.text, shown_if: {} }
  const shown_if: ShownIf = written.content === undefined ? {} : shownIfOf(written.content.document)
  return { subject: written.subject, body: mailTemplate(written), shown_if }
}

// The messages of a step have one content, which is made once.
const known = new WeakMap<object, MadeMessage>()

/** The templates of a content in all its languages. Pure. */
export const makeMessage = (content: Translated<WrittenEmail> | Translated<WrittenText>): MadeMessage => {
  const found = known.get(content)
  if (found !== undefined) return found
  const [, ...others] = placedContents<WrittenEmail | WrittenText>(content, "")
  const { subject, body, shown_if } = madeOf(content)
  const { language = null } = content
  const translations = Object.fromEntries(others.map((one) => [one.language ?? "", madeOf(one.written)] as const))
  const languages = others.flatMap((one) => one.language ?? [])
  const hasMore = language !== null || languages.length > 0 || Object.keys(shown_if).length > 0
  const made: MadeMessage = {
    subject,
    body,
    contents: hasMore ? { language, shown_if, languages, translations } : null
  }
  known.set(content, made)
  return made
}

/**
 * The translation that a contact gets, null for the content itself: in the contact's language if there is one, else in the account's, else the
 * content itself. Pure.
 */
export const chooseTranslation = (contents: MessageContents | null, wanted: WantedLanguages): Language | null => {
  if (contents === null) return null
  const own = contents.language ?? wanted.account
  for (const language of [wanted.contact, wanted.account]) {
    if (language === null) continue
    if (contents.languages.includes(language)) return language
    if (language === own) return null
  }
  return null
}

/** The languages of a message whose contact gets this translation, null for the content itself. Pure. */
export const chosenLanguage = (
  contents: MessageContents | null,
  translation: Language | null,
  wanted: WantedLanguages
): MessageLanguage => messageLanguage(translation ?? contents?.language ?? wanted.account, wanted)
