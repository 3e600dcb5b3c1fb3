import type { LedgerEntry } from "./Consent.ts"

/** The topics that a contact left, and the entries of the ledger that made them so, oldest first. */
export interface TopicDecision {
  readonly left: ReadonlyArray<string>
  readonly ledger: ReadonlyArray<LedgerEntry>
}

type TopicEntry = Pick<LedgerEntry, "topic" | "to_state" | "refused">

/**
 * The topics that a contact left, sorted, after further entries of its ledger, oldest first. The last entry of a topic decides, whatever became of
 * the channel; a contact without one is in. Being in gives no consent. Pure.
 */
export const leftTopicsAfter = (
  before: ReadonlyArray<string>,
  ledger: ReadonlyArray<TopicEntry>
): ReadonlyArray<string> => {
  const left = new Set(before)
  for (const { topic, to_state, refused } of ledger) {
    if (topic === undefined || refused) continue
    if (to_state === "subscribed") left.delete(topic)
    else left.add(topic)
  }
  return [...left].toSorted()
}

/** The topics that are left and those that are returned to. */
export interface TopicChoice {
  readonly left: ReadonlyArray<string>
  readonly returned: ReadonlyArray<string>
}

type EntryParts = Omit<LedgerEntry, "channel" | "topic" | "from_state" | "to_state" | "refused" | "rule">
type TopicRules = { readonly left: LedgerEntry["rule"]; readonly returned: LedgerEntry["rule"] }

/** The entries of a choice, one for each topic that it changes. A topic in both lists counts as left. Pure. */
export const chooseTopics = (
  before: ReadonlyArray<string>,
  { left, returned }: TopicChoice,
  parts: EntryParts,
  rules: TopicRules
): TopicDecision => {
  const entry = (topic: string, isLeft: boolean): LedgerEntry => ({
    ...parts,
    channel: "email",
    topic,
    from_state: isLeft ? "subscribed" : "unsubscribed",
    to_state: isLeft ? "unsubscribed" : "subscribed",
    refused: false,
    rule: isLeft ? rules.left : rules.returned
  })
  const known = new Set(before)
  const leaving = new Set(left)
  const ledger = [
    ...[...leaving].filter((topic) => !known.has(topic)).map((topic) => entry(topic, true)),
    ...[...new Set(returned)]
      .filter((topic) => known.has(topic) && !leaving.has(topic))
      .map((topic) => entry(topic, false))
  ]
  return { left: leftTopicsAfter(before, ledger), ledger }
}

/** The rules of what a person does on the preference page. */
export const preferenceTopicRules: TopicRules = { left: "topic_left", returned: "topic_returned" }

/** The rules of what a caller writes for a person. */
export const callerTopicRules: TopicRules = { left: "topic_left_by_caller", returned: "topic_returned_by_caller" }

/** The topics of two contacts that are merged: what either left is left. Pure. */
export const mergeTopics = (
  target: ReadonlyArray<string>,
  from: ReadonlyArray<string>,
  parts: EntryParts
): TopicDecision =>
  chooseTopics(target, { left: from, returned: [] }, parts, { left: "contact_merged", returned: "contact_merged" })
