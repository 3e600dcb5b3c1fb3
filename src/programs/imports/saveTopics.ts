import { Effect } from "effect"
import type { LedgerEntry } from "../../domain/contacts/Consent.ts"
import type { TopicDecision } from "../../domain/contacts/topicChoice.ts"
import { decideFileTopics, type FileTopics, isLeftByPerson } from "../../domain/imports/fileTopics.ts"
import type { ContactTopics } from "../../store/contacts/ContactTopics.ts"

/** The topics that a row names for a contact, which is locked. */
export interface NamedTopics {
  readonly contact_id: string
  readonly topics: FileTopics
}

interface FileOfTopics extends Pick<LedgerEntry, "account_id" | "actor" | "proof"> {
  readonly lifts: boolean
  readonly now: number
}

/** What rows decided of the topics of a contact, and what it had left before. */
export type SavedTopics = TopicDecision & {
  readonly before: ReadonlyArray<string>
  readonly stays: ReadonlyArray<string>
}

/** Leaves and joins the topics that rows of a file name, each contact once. By contact. Joins the open transaction. */
export const saveTopics = Effect.fnUntraced(function* (
  store: ContactTopics["Service"],
  { account_id, lifts, now, ...line }: FileOfTopics,
  rows: ReadonlyArray<NamedTopics>
) {
  const named = rows.filter(({ topics: { left, joined } }) => left.length + joined.length > 0)
  if (named.length === 0) return new Map<string, SavedTopics>()
  const before = yield* store.read(
    account_id,
    named.map(({ contact_id }) => contact_id)
  )
  const joined = lifts ? [...new Set(named.flatMap(({ topics }) => topics.joined))] : []
  const lines =
    joined.length === 0
      ? []
      : yield* store.lastRules(
          account_id,
          named.map(({ contact_id }) => contact_id),
          joined
        )
  const byPerson = Map.groupBy(
    lines.filter(({ rule }) => isLeftByPerson(rule)),
    ({ contact_id }) => contact_id
  )
  const decisions = named.map(({ contact_id, topics }): readonly [string, SavedTopics] => {
    const left = before.get(contact_id) ?? []
    const personal = new Set((byPerson.get(contact_id) ?? []).map(({ topic }) => topic))
    const parts = {
      ...line,
      account_id,
      contact_id,
      cause: "import" as const,
      source_id: contact_id,
      effective_at: now,
      recorded_at: now
    }
    return [contact_id, { before: left, ...decideFileTopics(left, topics, { lifts, byPerson: personal }, parts) }]
  })
  yield* store.saveMany(account_id, decisions)
  return new Map(decisions)
})
