import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ConnectedShop } from "../../domain/integrations/CustomIntegration.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { newContactRules } from "../../domain/contacts/ContactInput.ts"
import {
  applyCustomerReport,
  type KnownCustomer,
  keptConsent,
  laterConsent,
  type ReportedConsent
} from "../../domain/contacts/CustomerReport.ts"
import type { ContactTaken, ContactWrite } from "../../domain/contacts/decideContact.ts"
import { readContactWrite } from "../../domain/contacts/readContactWrite.ts"
import type { ShopConsent, ShopCustomer } from "../../domain/integrations/PlatformCommand.ts"
import { outcome } from "../../domain/integrations/PlatformDelivery.ts"
import { makeId } from "../../domain/values/Id.ts"
import { ShopCustomers } from "../../store/integrations/ShopCustomers.ts"
import { retried, transact } from "../../store/database/Transaction.ts"
import { WriteContacts } from "../contacts/WriteContacts.ts"

/**
 * Writes a customer of a connected store to the contact that the customer had before, else to the one with the e-mail or phone, else to a new
 * one. Outdated reports change nothing. Consents of a customer without contact and address wait for both.
 */
export const shopCustomerWrites = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const contacts = yield* WriteContacts
  const customers = yield* ShopCustomers
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

  const create = (write: ContactWrite): ReturnType<typeof change> =>
    contacts.create(write, null, live).pipe(
      Effect.as(write.contact_id),
      Effect.catchTag("ContactTaken", (taken: ContactTaken) =>
        taken.fields.includes("email") || write.fields.email == null
          ? change(write, taken.contact_id)
          : create(withoutAddresses(write, ["phone"]))
      )
    )

  // Without an address, the platform's id alone says whose consents they are.
  const readContact = Effect.fnUntraced(function* (
    { account_id, integration_id, default_country }: ConnectedShop,
    { contact }: ShopCustomer
  ) {
    const writer = { account_id, default_country, cause: "api" as const, actor: integration_id }
    const fields: ContactWrite["fields"] = {}
    if (!("email" in contact) && !("phone" in contact)) return { ...writer, fields }
    return (yield* readContactWrite(newContactRules, writer, contact, "lenient")).write
  })

  const callOf = Effect.fnUntraced(function* (store: ConnectedShop, customer: ShopCustomer) {
    const { integration_id } = store
    const { email_consent, sms_consent, customer_id, is_whole, updated_at } = customer
    const write = yield* readContact(store, customer)
    const { email, phone } = write.fields
    const hasAddress = email != null || phone != null
    return {
      ...write,
      contact_id: yield* makeId("con"),
      fields: {
        ...write.fields,
        ...(email_consent === null ? {} : { email_consent: stateOf(email_consent) }),
        ...(sms_consent === null || (hasAddress && phone == null) ? {} : { sms_consent: stateOf(sms_consent) })
      },
      // The store itself welcomes its customers.
      send_welcome_sms: false,
      known_since: knownSince(customer),
      reported: {
        integration_id,
        customer_id,
        is_whole,
        updated_at,
        email_consent_at: email_consent?.at ?? null,
        sms_consent_at: sms_consent?.at ?? null
      }
    } satisfies ContactWrite
  })

  const keepWaiting = (ref: ReturnType<typeof refOf>, write: ContactWrite & Pick<Required<ContactWrite>, "reported">) =>
    Effect.gen(function* () {
      yield* customers.lock(ref)
      const before = yield* customers.read(ref)
      if (before !== undefined && before.contact_id !== null) return before.contact_id
      if (before === undefined) {
        const { max } = quotas.waitingCustomers
        if ((yield* customers.countWaiting(ref, max)) >= max) return "full"
      }
      const { known } = applyCustomerReport(write, write.reported, before, undefined, undefined)
      yield* customers.save(ref, { ...known, contact_id: null }, { isNew: false })
      return "kept"
    }).pipe(transact(sql))

  const saveCustomer = (ref: ReturnType<typeof refOf>, next: (known: KnownCustomer | undefined) => KnownCustomer) =>
    Effect.gen(function* () {
      yield* customers.lock(ref)
      yield* customers.save(ref, next(yield* customers.read(ref)), { isNew: false })
    }).pipe(transact(sql))

  const write = Effect.fnUntraced(
    function* (store: ConnectedShop, customer: ShopCustomer) {
      const ref = refOf(store, customer.customer_id)
      const call = yield* callOf(store, customer)
      const linked = yield* retried(customers.read(ref))
      const hasAddress = call.fields.email != null || call.fields.phone != null
      const contact_id = linked?.contact_id ?? null
      if (contact_id !== null) {
        const changed = change(call, contact_id)
        return outcome("applied", null, {
          contact_id: yield* hasAddress ? Effect.catchTag(changed, "NotFound", () => create(call)) : changed
        })
      }
      if (hasAddress) return outcome("applied", null, { contact_id: yield* create(call) })
      const kept = yield* keepWaiting(ref, call)
      if (kept === "kept") return outcome("applied", "customer_awaited")
      if (kept === "full") return outcome("failed", "no_address")
      // The customer came meanwhile.
      return outcome("applied", null, { contact_id: yield* change(call, kept) })
    },
    Effect.catchTag("KeyReused", Effect.die)
  )

  return {
    write,
    /** When the buyer of an order last took back consent in the store, as far as the customer's contact does not know it. */
    withdrawnAt: Effect.fnUntraced(function* (store: ConnectedShop, customer: ShopCustomer) {
      const known = yield* retried(customers.read(refOf(store, customer.customer_id)))
      return {
        known,
        withdrawn_at: {
          email: withdrawalTime(laterConsent(reported(customer.email_consent), keptConsent(known, "email"))),
          sms: withdrawalTime(laterConsent(reported(customer.sms_consent), keptConsent(known, "sms")))
        }
      }
    }),
    /** Gives the contact of an order to the customer who bought it, with the consents that the platform recorded of both. */
    link: Effect.fnUntraced(
      function* (store: ConnectedShop, customer: ShopCustomer, known: KnownCustomer | undefined, contact_id: string) {
        if (known !== undefined && isUpToDate(known, customer, contact_id)) return
        if (known !== undefined && known.contact_id !== null && known.contact_id !== contact_id) return
        yield* contacts.change({ ...(yield* callOf(store, customer)), contact_id }, null, live)
      },
      Effect.catchTags({
        KeyReused: Effect.die,
        // A suppressed contact takes no consent, and one that was erased or merged meanwhile has another report to come.
        ValidationFailed: () => Effect.void,
        NotFound: () => Effect.void,
        ContactTaken: () => Effect.void
      })
    ),
    /** Gives a customer, whose consents may wait, a contact. */
    adopt: (store: ConnectedShop, customer_id: string, contact_id: string) =>
      saveCustomer(refOf(store, customer_id), (known = unknownCustomer) => ({ ...known, contact_id })),
    /** Lets reports count no more of a customer who was merged into another, with this contact. */
    retire: (store: ConnectedShop, customer_id: string, contact_id: string) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        saveCustomer(refOf(store, customer_id), (known = unknownCustomer) => ({
          contact_id,
          updated_at: Math.max(now, known.updated_at),
          email_consent: null,
          email_consent_at: Math.max(now, known.email_consent_at ?? 0),
          sms_consent: null,
          sms_consent_at: Math.max(now, known.sms_consent_at ?? 0)
        }))
      ),
    contactOf: (store: ConnectedShop, customer_id: string) =>
      Effect.map(retried(customers.read(refOf(store, customer_id))), (known) => known?.contact_id ?? undefined)
  }
})

const unknownCustomer: KnownCustomer = {
  contact_id: null,
  updated_at: 0,
  email_consent: null,
  email_consent_at: null,
  sms_consent: null,
  sms_consent_at: null
}

const refOf = ({ account_id, integration_id }: ConnectedShop, customer_id: string) => ({
  account_id,
  integration_id,
  customer_id
})

const stateOf = ({ subscribed }: ShopConsent) => (subscribed ? ("subscribed" as const) : ("unsubscribed" as const))

const reported = (consent: ShopConsent | null): ReportedConsent | null =>
  consent === null ? null : { value: stateOf(consent), at: consent.at }

const withdrawalTime = (consent: ReportedConsent | null): number | null =>
  consent?.value === "unsubscribed" ? consent.at : null

const isUpToDate = (known: KnownCustomer, customer: ShopCustomer, contact_id: string): boolean =>
  known.contact_id === contact_id &&
  (["email_consent", "sms_consent"] as const).every(
    (channel) => known[channel] === null && (customer[channel]?.at ?? 0) <= (known[`${channel}_at`] ?? 0)
  )

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
const knownSince = ({ known_since, email_consent, sms_consent }: ShopCustomer): number =>
  Math.max(
    known_since,
    ...[email_consent, sms_consent].flatMap((consent) => (consent?.subscribed === true ? [consent.at] : []))
  )
