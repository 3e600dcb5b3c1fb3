import { Clock, Effect } from "effect"
import { type Channel, isOptIn } from "../../domain/contacts/Consent.ts"
import { type Contact, type FullContact, withdrawalOf } from "../../domain/contacts/Contact.ts"
import { applyCustomerReport, type ChannelHistory } from "../../domain/contacts/CustomerReport.ts"
import { type ContactState, ContactTaken, type ContactWrite } from "../../domain/contacts/decideContact.ts"
import { suppressedAt } from "../../domain/contacts/Suppressions.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { ShopCustomers } from "../../store/integrations/ShopCustomers.ts"

/**
 * Prepares a write that comes from a connected store: gives it without what is outdated, and saves what is known of the customer with the contact
 * of the decision. Any other write stays as it is. Without a contact, it fails with that of a customer who has one. Joins the open transaction,
 * which has locked the contact or its addresses.
 */
export const customerReports = Effect.gen(function* () {
  const customers = yield* ShopCustomers
  const consents = yield* ContactConsents

  // Orders with an opt-in leave no ledger entry while the contact is subscribed, so the last one counts by its own time.
  const optedInAt = Effect.fnUntraced(function* (contact: Contact, channel: Channel) {
    if (!isOptIn(contact[`${channel}_consent`])) return null
    const last = yield* consents.lastChange(contact, channel)
    if (last === undefined) return null
    const now = yield* Clock.currentTimeMillis
    const ordered = channel === "email" ? yield* consents.lastOrderedOptIn(contact) : null
    return Math.max(last.effective_at, Math.min(ordered ?? 0, now))
  })

  const historyOf = Effect.fnUntraced(function* (
    channel: Channel,
    contact: FullContact | undefined,
    { suppressions }: ContactState
  ) {
    if (contact === undefined) {
      const at = suppressedAt(suppressions, channel)
      return {
        state: "never_subscribed",
        withdrawal: at === undefined ? null : { at },
        opted_in_at: null
      } satisfies ChannelHistory
    }
    return {
      state: contact[`${channel}_consent`],
      withdrawal: withdrawalOf(contact, channel),
      opted_in_at: yield* optedInAt(contact, channel)
    } satisfies ChannelHistory
  })

  return Effect.fnUntraced(function* (write: ContactWrite, contact: FullContact | undefined, state: ContactState) {
    const report = write.reported
    if (report === undefined) return { write, save: () => Effect.void }
    const customer = { account_id: write.account_id, ...report }
    yield* customers.lock(customer)
    const before = yield* customers.read(customer)
    // Another report made the customer's contact since this one looked for it.
    if (contact === undefined && before !== undefined && before.contact_id !== null)
      return yield* new ContactTaken({ contact_id: before.contact_id, fields: ["email"] })
    const history = { email: yield* historyOf("email", contact, state), sms: yield* historyOf("sms", contact, state) }
    const applied = applyCustomerReport(write, report, before, contact, history)
    return {
      write: applied.write,
      save: (decision: { readonly contact: Pick<Contact, "contact_id"> }) =>
        customers.save(
          customer,
          { ...applied.known, contact_id: decision.contact.contact_id },
          { isNew: contact === undefined }
        )
    }
  })
})
