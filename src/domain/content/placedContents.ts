import { Language } from "../languages/Language.ts"
import type { Template } from "../messages/Template.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { bodyTemplates, htmlOf } from "./emailBody.ts"
import type { ContentLanguages, Translated, WrittenEmail, WrittenText } from "./Translations.ts"

/** A content in one language at its dotted path. `language` is null for the content itself. */
export interface PlacedContent<Written> {
  readonly written: Written
  readonly path: string
  readonly language: Language | null
}

/** The content at this path, then its translations. Pure. */
export const placedContents = <Written>(
  content: Translated<Written>,
  path: string
): ReadonlyArray<PlacedContent<Written>> => [
  { written: content, path, language: null },
  ...Language.literals.flatMap((language) => {
    const written = content.translations?.[language]
    return written === undefined ? [] : [{ written, path: `${path}.translations.${language}`, language }]
  })
]

const templatesOf = ({ written, path }: PlacedContent<WrittenEmail | WrittenText>): ReadonlyArray<Template> =>
  "text" in written
    ? [{ field: `${path}.text`, kind: "sms", source: written.text }]
    : [{ field: `${path}.subject`, kind: "subject", source: written.subject }, ...bodyTemplates(written, path)]

/** The Liquid templates of a content in all its languages, at the path of the content. Pure. */
export const contentTemplates = (
  content: Translated<WrittenEmail> | Translated<WrittenText>,
  path: string
): ReadonlyArray<Template> =>
  placedContents<WrittenEmail | WrittenText>(content, path).flatMap((placed) => templatesOf(placed))

/** The most characters of the HTML of all translations together: each waiting message of a flow holds them. */
const maxTranslations = 400_000

const sizeOf = (written: WrittenEmail | WrittenText): number => ("text" in written ? 0 : htmlOf(written).length)

/** The issues of the languages of a content at this path. Pure. */
export const languageIssues = (
  content: Translated<WrittenEmail> | Translated<WrittenText>,
  path: string
): ReadonlyArray<ValidationIssue> => {
  const { language, translations = {} } = content
  const [, ...others] = placedContents<WrittenEmail | WrittenText>(content, path)
  const size = others.reduce((sum, { written }) => sum + sizeOf(written), 0)
  return [
    ...(language === undefined || translations[language] === undefined
      ? []
      : [{ field: `${path}.translations.${language}`, message: "Is in the language of the content itself" }]),
    ...(size <= maxTranslations
      ? []
      : [
          {
            field: `${path}.translations`,
            message: `Must have at most ${maxTranslations.toLocaleString("en")} characters of HTML in all`
          }
        ])
  ]
}

/** The languages of a content as unchecked JSON: each translation by `read`, and the others not at all. Pure. */
export const readableLanguages = <Written>(
  members: JsonObject,
  read: (translation: JsonObject) => Written
): ContentLanguages<Written> => {
  const { translations } = members
  const language = Language.literals.find((one) => one === members["language"])
  const given = isObject(translations) ? translations : {}
  const found = Language.literals.flatMap((one) => {
    const translation = Object.hasOwn(given, one) ? given[one] : undefined
    return isObject(translation) ? [[one, read(translation)] as const] : []
  })
  return {
    ...(language === undefined ? {} : { language }),
    ...(found.length === 0 ? {} : { translations: Object.fromEntries(found) })
  }
}
