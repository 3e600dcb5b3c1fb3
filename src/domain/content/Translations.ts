import { Schema } from "effect"
import { Language } from "../languages/Language.ts"
import { type EmailBody, type EmailBodyJson, bodyMembers, oneBody } from "./emailBody.ts"

/** An e-mail in one language: its subject and its body. */
export interface WrittenEmail extends EmailBody {
  readonly subject: string
}

/** A `WrittenEmail` as JSON. */
export interface WrittenEmailJson extends EmailBodyJson {
  readonly subject: string
}

/** A text in one language. */
export interface WrittenText {
  readonly text: string
}

/** Translations of a content, by their languages. */
export type Translations<Written> = { readonly [Code in Language]?: Written }

/** The languages of a content. `language` is that of the content itself; absent: the account's. */
export interface ContentLanguages<Written> {
  readonly language?: Language
  readonly translations?: Translations<Written>
}

/** The content of a message: the content itself, and its translations. */
export type Translated<Written> = Written & ContentLanguages<Written>

const byLanguage = <A, I>(written: Schema.Codec<A, I>): Schema.Codec<Translations<A>, Translations<I>> => {
  const one = Schema.optionalKey(written)
  return Schema.Struct({ en: one, de: one, fr: one, es: one, it: one, nl: one, pt: one, pl: one })
}

const language = Schema.optionalKey(
  Language.annotate({ description: "The language of the content itself; without it, the account's." })
)

const members = <A, I>(written: Schema.Codec<A, I>) => ({
  language,
  translations: Schema.optionalKey(
    byLanguage(written).annotate({
      description:
        "The content in other languages. A contact gets it in its own language if there is one, else in the account's, else the content itself."
    })
  )
})

/** The members of an e-mail that hold its languages. */
export const emailLanguages = (
  subject: Schema.Codec<string, string>,
  html: Schema.Codec<string, string>
): ReturnType<typeof members<WrittenEmail, WrittenEmailJson>> => {
  const written: Schema.Codec<WrittenEmail, WrittenEmailJson> = Schema.Struct({ subject, ...bodyMembers(html) }).check(
    oneBody
  )
  return members(written)
}

/** The members of a text that hold its languages. */
export const textLanguages = (
  text: Schema.Codec<string, string>
): ReturnType<typeof members<WrittenText, WrittenText>> => members<WrittenText, WrittenText>(Schema.Struct({ text }))
