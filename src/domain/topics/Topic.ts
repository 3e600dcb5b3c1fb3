import { Schema, Struct } from "effect"
import { quotas } from "../capacity/quotas.ts"
import type { Language } from "../languages/Language.ts"
import { Name } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"

/** The account's own name of a topic, which its ledger lines keep for good. */
export const TopicKey = Schema.String.check(
  Schema.isPattern(/^[a-z0-9_-]{1,40}$/u, {
    message: "Must be 1 to 40 lower-case letters, digits, hyphens and underscores"
  })
)

const optionalName = Schema.optionalKey(Name)

/** The names of a topic by language. */
export const TopicNames = Schema.Struct({
  en: optionalName,
  de: optionalName,
  fr: optionalName,
  es: optionalName,
  it: optionalName,
  nl: optionalName,
  pt: optionalName,
  pl: optionalName
} satisfies Record<Language, unknown>).annotate({
  identifier: "TopicNames",
  description: "By language; the account's own is required."
})
export type TopicNames = typeof TopicNames.Type

/** The body that creates a topic (contract §19). */
export const TopicInput = Schema.Struct({ key: TopicKey, names: TopicNames }).annotate({ identifier: "TopicInput" })
export type TopicInput = typeof TopicInput.Type

/** The body that changes a topic. */
export const TopicChange = Schema.Struct({ names: TopicNames }).annotate({ identifier: "TopicChange" })

const Keys = Schema.optionalKey(Schema.Array(TopicKey).check(Schema.isMaxLength(quotas.topics.max)))

/** The body that leaves topics and comes back to topics for a contact. A topic that is not named stays as it is; one in both is left. */
export const ContactTopicChoice = Schema.Struct({ leave: Keys, join: Keys }).annotate({
  identifier: "ContactTopicChoice"
})
export type ContactTopicChoice = typeof ContactTopicChoice.Type

/** The topics that a contact left. */
export const ContactLeftTopics = Schema.Struct({ left_topics: Schema.Array(Schema.String) }).annotate({
  identifier: "ContactLeftTopics"
})

/** A kind of marketing mail that people can leave without leaving the others. */
export const Topic = Schema.Struct({
  key: TopicKey,
  names: TopicNames,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Topic" })
export type Topic = typeof Topic.Type

/** The name of a topic in a language, else in the account's, else in any. Pure. */
export const topicName = (
  { key, names }: Pick<Topic, "key" | "names">,
  language: Language,
  accountLanguage: Language
): string =>
  names[language] ??
  names[accountLanguage] ??
  Struct.keys(names)
    .map((one) => names[one])
    .find((name) => name !== undefined) ??
  key

/** The issue of names that lack the account's language; none if they have it. Pure. */
export const namesIssues = (names: TopicNames, accountLanguage: Language): ReadonlyArray<ValidationIssue> =>
  names[accountLanguage] === undefined
    ? [{ field: `names.${accountLanguage}`, message: "Must be there: it is the language of the account" }]
    : []
