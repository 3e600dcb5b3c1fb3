import type { LedgerEntry } from "../contacts/Consent.ts"
import { type FullContact, newContact } from "../contacts/Contact.ts"
import { type Suppressions, withSuppressions } from "../contacts/Suppressions.ts"
import { changeOf, type ContactChange } from "./ContactChange.ts"

/**
 * What a record of an import changed of the contact `before` it, or of the one that it created, whose addresses may have had opt-outs: those
 * count as the consent before. Pure.
 */
export const importedChange = (
  before: FullContact | undefined,
  after: FullContact,
  suppressions: Suppressions
): ContactChange => {
  if (before !== undefined) return changeOf(before, after, false)
  const { account_id, contact_id, email, phone, created_at, updated_at } = after
  const unnamed = { account_id, contact_id, email, phone, first_name: null, last_name: null }
  const entry = { source_id: contact_id, actor: "", recorded_at: updated_at }
  const { contact } = withSuppressions(newContact(unnamed, created_at), suppressions, entry)
  return changeOf({ ...contact, email: null, phone: null, tags: "[]", custom_fields: "{}" }, after, true)
}

/** A change with the topics that it left and joined, as their lines in the ledger say. Pure. */
export const withTopics = (
  change: ContactChange,
  { ledger }: { readonly ledger: ReadonlyArray<LedgerEntry> }
): ContactChange => ({
  ...change,
  members: [
    ...change.members,
    ...ledger.flatMap(({ topic, to_state }) => {
      const isIn = to_state === "subscribed"
      return topic === undefined ? [] : [{ member: "topic" as const, name: topic, before: !isIn, after: isIn }]
    })
  ]
})
