import { type Cause, type Channel, isOptIn, type LedgerEntry, type Rule } from "../contacts/Consent.ts"
import type { Contact } from "../contacts/Contact.ts"

/** Starts flows once for each entry of the consent ledger that subscribes or unsubscribes a contact. `contact` is as the entry leaves it. */
export interface ConsentTrigger {
  readonly account_id: string
  readonly type: "subscribed" | "unsubscribed"
  readonly channel: Channel
  readonly contact_id: string
  readonly contact: Contact
  readonly source_id: string
  readonly occurred_at: number
}

// Files of past consents, and consents that go on from before, are no decision that is made now.
const causesWithoutStart: ReadonlySet<Cause> = new Set(["import", "erasure"])
const rulesWithoutStart: ReadonlySet<Rule> = new Set(["contact_merged", "contact_returned", "compliance_lifted"])

/** The triggers of entries, in order. Entries of contacts that are not among `contacts` have none. Pure. */
export const consentTriggers = (
  ledger: ReadonlyArray<LedgerEntry>,
  contacts: ReadonlyArray<Contact>
): ReadonlyArray<ConsentTrigger> => {
  const byId = new Map(contacts.map((contact) => [contact.contact_id, contact]))
  return ledger.flatMap((entry): ReadonlyArray<ConsentTrigger> => {
    const type = typeOf(entry)
    const contact = byId.get(entry.contact_id)
    if (type === undefined || contact === undefined) return []
    const { account_id, contact_id, channel, source_id, recorded_at } = entry
    return [{ account_id, type, channel, contact_id, contact, source_id, occurred_at: recorded_at }]
  })
}

const typeOf = ({
  topic,
  from_state,
  to_state,
  refused,
  cause,
  rule
}: LedgerEntry): ConsentTrigger["type"] | undefined => {
  if (topic !== undefined || refused || causesWithoutStart.has(cause) || rulesWithoutStart.has(rule)) return undefined
  if (isOptIn(to_state)) return isOptIn(from_state) ? undefined : "subscribed"
  return to_state === "unsubscribed" && from_state !== "unsubscribed" ? "unsubscribed" : undefined
}
