import { Effect } from "effect"
import type { ConnectedStore } from "../../domain/accounts/CustomIntegration.ts"
import { newContactRules } from "../../domain/contacts/ContactInput.ts"
import type { ContactTaken, ContactWrite } from "../../domain/contacts/decideContact.ts"
import { readContactWrite } from "../../domain/contacts/readContactWrite.ts"
import type { StoreCustomer } from "../../domain/integrations/StoreCommand.ts"
import { outcome } from "../../domain/integrations/StoreDelivery.ts"
import { makeId } from "../../domain/values/Id.ts"
import { StoreCustomers } from "../../store/contacts/StoreCustomers.ts"
import { retried } from "../../store/database/Transaction.ts"
import { WriteContacts } from "../contacts/WriteContacts.ts"

/**
 * Writes a customer of a connected store to the contact that the customer had before, else to the one with the e-mail or phone, else to a new
 * one. Outdated reports change nothing.
 */
export const storeCustomerWrites = Effect.gen(function* () {
  const contacts = yield* WriteContacts
  const customers = yield* StoreCustomers
  const live = { dry: false }

  // Changes the contact with the e-mail or phone. An address of another contact stays there.
  const change = Effect.fnUntraced(function* (write: ContactWrite, contact_id: string) {
    return yield* contacts.change({ ...write, contact_id }, null, live).pipe(
      Effect.catchTag("ContactTaken", ({ fields }) =>
        contacts.change({ ...withoutAddresses(write, fields), contact_id }, null, live)
      ),
      Effect.as(contact_id)
    )
  })

  const create = Effect.fnUntraced(function* (write: ContactWrite) {
    return yield* contacts.create(write, null, live).pipe(
      Effect.as(write.contact_id),
      Effect.catchTag("ContactTaken", (taken: ContactTaken) =>
        taken.fields.includes("email") || write.fields.email == null
          ? change(write, taken.contact_id)
          : Effect.as(contacts.create(withoutAddresses(write, ["phone"]), null, live), write.contact_id)
      )
    )
  })

  return Effect.fnUntraced(
    function* (store: ConnectedStore, customer: StoreCustomer) {
      const { account_id, integration_id, default_country } = store
      const writer = { account_id, default_country, cause: "api" as const, actor: integration_id }
      const { write } = yield* readContactWrite(newContactRules, writer, customer.contact, "lenient")
      const { email_consent, sms_consent } = customer
      const call: ContactWrite = {
        ...write,
        contact_id: yield* makeId("con"),
        fields: {
          ...write.fields,
          ...(email_consent === null || write.fields.email == null ? {} : { email_consent: stateOf(email_consent) }),
          ...(sms_consent === null || write.fields.phone == null ? {} : { sms_consent: stateOf(sms_consent) })
        },
        // The store itself welcomes its customers.
        send_welcome_sms: false,
        known_since: knownSince(customer),
        reported: {
          integration_id,
          customer_id: customer.customer_id,
          updated_at: customer.updated_at,
          email_consent_at: email_consent?.at ?? null,
          sms_consent_at: sms_consent?.at ?? null
        }
      }
      const linked = yield* retried(customers.read({ account_id, integration_id, customer_id: customer.customer_id }))
      const contact_id =
        linked === undefined
          ? yield* create(call)
          : yield* change(call, linked.contact_id).pipe(Effect.catchTag("NotFound", () => create(call)))
      return outcome("applied", null, { contact_id })
    },
    Effect.catchTag("KeyReused", Effect.die)
  )
})

const stateOf = ({ subscribed }: { readonly subscribed: boolean }) =>
  subscribed ? ("subscribed" as const) : ("unsubscribed" as const)

const withoutAddresses = (write: ContactWrite, taken: ReadonlyArray<"email" | "phone">): ContactWrite => {
  const { email, phone, ...fields } = write.fields
  return {
    ...write,
    fields: {
      ...fields,
      ...(email === undefined || taken.includes("email") ? {} : { email }),
      ...(phone === undefined || taken.includes("phone") ? {} : { phone })
    }
  }
}

// A yes after the erasure of a person makes a new contact; a customer record from before it does not.
const knownSince = ({ known_since, email_consent, sms_consent }: StoreCustomer): number =>
  Math.max(
    known_since,
    ...[email_consent, sms_consent].flatMap((consent) => (consent?.subscribed === true ? [consent.at] : []))
  )
