import { Schema } from "effect"
import { Language } from "../languages/Language.ts"
import type { CampaignContent } from "./Campaign.ts"

/** A language that some recipients read and the content lacks. */
export const MissingLanguage = Schema.Struct({ language: Language, recipients: Schema.Int }).annotate({
  identifier: "MissingLanguage"
})
export type MissingLanguage = typeof MissingLanguage.Type

type Content = Pick<CampaignContent, "language" | "translations">

const has = ({ language: own, translations = {} }: Content, account: Language | null, language: Language) =>
  (own ?? account) === language || translations[language] !== undefined

/** The languages that some recipients read and not every variant has, most recipients first. `account` is the account's language. Pure. */
export const missingLanguages = (
  variants: ReadonlyArray<Content>,
  account: Language | null,
  readers: ReadonlyArray<{ readonly language: Language | null; readonly count: number }>
): ReadonlyArray<MissingLanguage> =>
  Language.literals
    .flatMap((language) => {
      const recipients = readers.reduce((sum, one) => sum + (one.language === language ? one.count : 0), 0)
      return recipients === 0 || variants.every((content) => has(content, account, language))
        ? []
        : [{ language, recipients }]
    })
    .toSorted((a, b) => b.recipients - a.recipients)
