import { Effect } from "effect"
import type { ConnectedShop } from "../../domain/integrations/CustomIntegration.ts"
import { normalizePhone } from "../../domain/contacts/Phone.ts"
import type { PlatformCommand, ShopPerson } from "../../domain/integrations/PlatformCommand.ts"
import { outcome } from "../../domain/integrations/PlatformDelivery.ts"
import { ContactQueries } from "../../store/contacts/ContactQueries.ts"
import { ShopCustomers } from "../../store/integrations/ShopCustomers.ts"
import { retried } from "../../store/database/Transaction.ts"
import { WriteContacts } from "../contacts/WriteContacts.ts"
import { shopCustomerWrites } from "./shopCustomerWrites.ts"

/** Finds, erases and merges the people whom webhooks of connected stores name. */
export const shopPersons = Effect.gen(function* () {
  const contacts = yield* WriteContacts
  const contactQueries = yield* ContactQueries
  const customers = yield* ShopCustomers
  const { adopt, contactOf, retire } = yield* shopCustomerWrites

  const contactByAddress = Effect.fnUntraced(function* (
    { account_id, default_country }: ConnectedShop,
    { email, phone }: Pick<ShopPerson, "email" | "phone">
  ) {
    const number = phone === null ? undefined : normalizePhone(phone, [default_country])
    const filters = [...(email === null ? [] : [{ email }]), ...(number === undefined ? [] : [{ phone: number }])]
    for (const filter of filters) {
      const [found] = yield* contactQueries.read(account_id, filter, {
        before: null,
        offset: 0,
        limit: 1,
        total: 1
      })
      if (found !== undefined) return found.contact_id
    }
    return undefined
  })

  // By the platform's customer id, by the person's orders, and by their addresses: all may be different contacts.
  const findContacts = Effect.fnUntraced(function* (store: ConnectedShop, person: ShopPerson) {
    const { customer_id } = person
    const byAddress = yield* contactByAddress(store, person)
    const byId = customer_id === null ? undefined : yield* contactOf(store, customer_id)
    const ofOrders =
      customer_id === null
        ? []
        : yield* retried(customers.contactsOfOrders({ ...store, customer_id }, person.order_ids.map(BigInt)))
    return [...new Set([byAddress, byId, ...ofOrders].filter((id) => id !== undefined))]
  })

  const erasePerson = Effect.fnUntraced(function* (store: ConnectedShop, person: ShopPerson) {
    const { customer_id } = person
    const found = yield* findContacts(store, person)
    for (const contact_id of found)
      yield* contacts
        .erase({ account_id: store.account_id, contact_id }, { dry: false })
        .pipe(Effect.catchTag("NotFound", () => Effect.void))
    const waited = customer_id !== null && (yield* retried(customers.removeWaiting({ ...store, customer_id })))
    return found.length > 0 || waited ? outcome("applied", "erased_person") : outcome("ignored", "unknown_person")
  })

  // The kept customer may be unknown yet: the contact of the other is that of both.
  const mergeCustomers = Effect.fnUntraced(function* (
    store: ConnectedShop,
    { customer_id, from }: Extract<PlatformCommand, { readonly type: "merge_customers" }>
  ) {
    const { account_id, integration_id: actor } = store
    const [kept, gone] = [yield* contactOf(store, customer_id), yield* contactOf(store, from)]
    const contact_id = kept ?? gone
    if (contact_id === undefined) return outcome("ignored", "unknown_person")
    if (kept !== undefined && gone !== undefined && kept !== gone)
      yield* contacts.merge({ account_id, contact_id, from: gone, cause: "api", actor }, { dry: false })
    if (kept === undefined) yield* adopt(store, customer_id, contact_id)
    yield* retire(store, from, contact_id)
    return outcome("applied", kept === gone ? "already_one" : null, { contact_id })
  })

  return { findContacts, erasePerson, mergeCustomers }
})
