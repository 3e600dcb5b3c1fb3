import type { LedgerEntry } from "../contacts/Consent.ts"
import { chooseTopics, type TopicDecision } from "../contacts/topicChoice.ts"
import type { ChangedMember, ContactChange } from "./ContactChange.ts"

type ChangedTopic = ChangedMember & { readonly member: "topic" }

/**
 * The topics of a contact after a change of it is undone, by the opposite lines of the ledger. A topic about which the ledger has a later line
 * stays as it is. Pure.
 */
export const undoTopics = (
  line: Pick<LedgerEntry, "account_id" | "contact_id" | "cause" | "source_id" | "actor">,
  { members }: ContactChange,
  { left, decided }: { readonly left: ReadonlyArray<string>; readonly decided: ReadonlySet<string> },
  now: number
): TopicDecision & { readonly kept: ReadonlyArray<ChangedTopic> } => {
  const differing = members
    .filter((changed) => changed.member === "topic")
    .filter(({ name, before }) => before === left.includes(name))
  const undone = differing.filter(({ name }) => !decided.has(name))
  const names = (isIn: boolean) => undone.filter(({ before }) => before === isIn).map(({ name }) => name)
  return {
    ...chooseTopics(
      left,
      { left: names(false), returned: names(true) },
      { ...line, effective_at: now, recorded_at: now },
      { left: "change_undone", returned: "change_undone" }
    ),
    kept: differing.filter(({ name }) => decided.has(name))
  }
}
