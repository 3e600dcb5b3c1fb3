import { Schema } from "effect"
import type { LedgerEntry } from "../contacts/Consent.ts"
import { chooseTopics, type TopicDecision } from "../contacts/topicChoice.ts"
import type { Topic } from "../topics/Topic.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"

/** The topics that a row says its person left, and those that it says the person is in, by key. */
export interface FileTopics {
  readonly left: ReadonlyArray<string>
  readonly joined: ReadonlyArray<string>
}

/** The key of a topic by its key or one of its names, whatever their case. */
export type TopicsByName = ReadonlyMap<string, string>

const folded = (name: string): string => name.trim().normalize("NFKC").toLowerCase()

/** The topics of an account by key and by name in every language. A key goes before names; of two topics with one name, the first. Pure. */
export const topicsByName = (topics: ReadonlyArray<Pick<Topic, "key" | "names">>): TopicsByName => {
  const named = topics.flatMap(({ key, names }) => Object.values(names).map((name) => [folded(name), key] as const))
  return new Map([...named.toReversed(), ...topics.map(({ key }) => [folded(key), key] as const)])
}

const isNames = Schema.is(Schema.Array(Schema.String))

/** The fields of columns of topics. */
const fields = ["topics_left", "topics_joined"] as const

/** The topics that the body of a row names, with an issue for each field that names one that is unknown. Pure. */
export const readFileTopics = (
  body: Readonly<Record<string, unknown>>,
  known: TopicsByName
): { readonly topics: FileTopics; readonly issues: ReadonlyArray<ValidationIssue> } => {
  const keysOf = (field: (typeof fields)[number]) => {
    const stated = body[field]
    return isNames(stated) ? stated.map((name) => known.get(folded(name))) : stated == null ? [] : [undefined]
  }
  const [left, joined] = [keysOf("topics_left"), keysOf("topics_joined")]
  const distinct = (keys: ReadonlyArray<string | undefined>) => [...new Set(keys.filter((key) => key !== undefined))]
  return {
    topics: { left: distinct(left), joined: distinct(joined) },
    issues: fields
      .filter((_, at) => (at === 0 ? left : joined).includes(undefined))
      .map((field) => ({ field, message: "Names a topic that the account does not have; left out" }))
  }
}

type EntryParts = Parameters<typeof chooseTopics>[2]

const importTopicRules = { left: "topic_left_by_import", returned: "topic_returned_by_import" } as const

// The last lines of a topic that were not the person's own.
const callerRules: ReadonlyArray<LedgerEntry["rule"]> = ["topic_left_by_caller", "topic_left_by_import"]

/** Whether the last line of a topic that a contact left is the person's own word. Pure. */
export const isLeftByPerson = (rule: string): boolean => !callerRules.some((one) => one === rule)

/**
 * The topics of a contact after a row (contract §4.10). A file brings nobody back to a topic, unless whoever runs the import says so, and never
 * one who left it personally. `stays`: the topics that the row joins and the contact has left nevertheless. Pure.
 */
export const decideFileTopics = (
  before: ReadonlyArray<string>,
  { left, joined }: FileTopics,
  { lifts, byPerson }: { readonly lifts: boolean; readonly byPerson: ReadonlySet<string> },
  parts: EntryParts
): TopicDecision & { readonly stays: ReadonlyArray<string> } => {
  const returned = joined.filter((topic) => lifts && !byPerson.has(topic))
  const decision = chooseTopics(before, { left, returned }, parts, importTopicRules)
  const known = new Set(before)
  return { ...decision, stays: joined.filter((topic) => known.has(topic) && decision.left.includes(topic)) }
}
