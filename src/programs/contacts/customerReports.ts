import { Effect } from "effect"
import type { Channel } from "../../domain/contacts/Consent.ts"
import { type Contact, type FullContact, withdrawalOf } from "../../domain/contacts/Contact.ts"
import { type ChannelHistory, withoutOutdated } from "../../domain/contacts/CustomerReport.ts"
import type { ContactState, ContactWrite } from "../../domain/contacts/decideContact.ts"
import { suppressedAt } from "../../domain/contacts/Suppressions.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { StoreCustomers } from "../../store/contacts/StoreCustomers.ts"

/**
 * Prepares a write that comes from a connected store: gives it without what is outdated, and saves the times of the report with the contact
 * of the decision. Any other write stays as it is. Joins the open transaction, which has locked the contact or its addresses.
 */
export const customerReports = Effect.gen(function* () {
  const customers = yield* StoreCustomers
  const consents = yield* ContactConsents

  const historyOf = Effect.fnUntraced(function* (
    integration_id: string,
    channel: Channel,
    contact: FullContact | undefined,
    { suppressions }: ContactState
  ) {
    if (contact === undefined) {
      const at = suppressedAt(suppressions, channel)
      return {
        state: "never_subscribed",
        withdrawal: at === undefined ? null : { at },
        changed_at: null
      } satisfies ChannelHistory
    }
    const last = yield* consents.lastChange(contact, channel)
    const isOwn = last?.actor === integration_id
    return {
      state: contact[`${channel}_consent`],
      // The times of the report order the changes of the same store.
      withdrawal: isOwn ? null : withdrawalOf(contact, channel),
      changed_at: isOwn ? null : (last?.recorded_at ?? null)
    } satisfies ChannelHistory
  })

  return Effect.fnUntraced(function* (write: ContactWrite, contact: FullContact | undefined, state: ContactState) {
    const report = write.reported
    if (report === undefined) return { write, save: () => Effect.void }
    const { account_id } = write
    const applied = yield* customers.read({ account_id, ...report })
    const history = {
      email: yield* historyOf(report.integration_id, "email", contact, state),
      sms: yield* historyOf(report.integration_id, "sms", contact, state)
    }
    return {
      write: withoutOutdated(write, report, applied, history),
      save: (decision: { readonly contact: Pick<Contact, "contact_id"> }) =>
        customers.save(account_id, decision.contact.contact_id, report, { isNew: contact === undefined })
    }
  })
})
