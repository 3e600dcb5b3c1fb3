import { assert, describe, it } from "@effect/vitest"
import { decideOrders } from "../../src/domain/orders/decideOrders.ts"
import { emailKey } from "../../src/domain/contacts/Email.ts"
import {
  batchesOf,
  consentsOf,
  deliveriesOf,
  figuresOf,
  History,
  type StoredHistory,
  saveBatch,
  type Step
} from "../support/samples/histories.ts"
import { integration } from "../support/samples/orders.ts"

const runs = { arbitrary: { runs: 1_000 } }

const played = (history: ReadonlyArray<Step>, integrations = [integration()]) => {
  let kept: StoredHistory = { orders: [], contacts: [], ledger: [] }
  const triggers = batchesOf(history).flatMap((calls, now) => {
    const batch = decideOrders(now, calls, { ...kept, integrations, suppressions: [] })
    kept = saveBatch(kept, batch)
    return batch.triggers.map(({ type, order_id, occurrence }) => `${type} ${order_id} ${occurrence}`)
  })
  return { ...kept, triggers }
}

describe("any history of calls, with any grouping into transactions", () => {
  it.prop(
    "leaves figures that are a fold over the orders",
    [History],
    ([history]) => {
      const { orders, contacts } = played(history)
      for (const one of contacts) {
        const { order_count, first_order_at, last_order_at } = one
        assert.deepStrictEqual({ order_count, first_order_at, last_order_at }, figuresOf(orders, one))
      }
    },
    runs
  )

  it.prop(
    "leaves consents that are a fold over the ledger",
    [History],
    ([history]) => {
      const { contacts, ledger } = played(history)
      for (const one of contacts) {
        const { email_consent, sms_consent } = one
        assert.deepStrictEqual({ email_consent, sms_consent }, consentsOf(ledger, one))
      }
    },
    runs
  )

  it.prop(
    "starts flows once for each order placed and each change into delivered",
    [History],
    ([history]) => {
      const { orders, triggers } = played(history)
      const model = deliveriesOf(history)
      assert.deepStrictEqual(triggers, model.triggers)
      for (const { order_id, deliveries } of orders) {
        assert.strictEqual(deliveries, model.deliveries.get(Number(order_id)) ?? 0)
      }
    },
    runs
  )

  it.prop(
    "starts nothing without an active integration",
    [History],
    ([history]) => {
      assert.deepStrictEqual(played(history, []).triggers, [])
      assert.deepStrictEqual(played(history, [integration({ active: false })]).triggers, [])
      const two = [integration(), integration({ integration_id: "int_two", digest: "other" })]
      assert.deepStrictEqual(played(history, two).triggers, [])
    },
    runs
  )

  it.prop(
    "keeps one contact for each address, and every order linked to one",
    [History],
    ([history]) => {
      const { orders, contacts } = played(history)
      const emails = contacts.flatMap(({ email }) => (email === null ? [] : [emailKey(email)]))
      const phones = contacts.flatMap(({ phone }) => (phone === null ? [] : [phone]))
      assert.strictEqual(new Set(emails).size, emails.length)
      assert.strictEqual(new Set(phones).size, phones.length)
      const ids = contacts.map(({ contact_id }) => contact_id)
      for (const { contact_id } of orders) assert.include(ids, contact_id)
    },
    runs
  )

  it.prop(
    "has the same result whether calls share a transaction or not",
    [History],
    ([history]) => {
      const apart = played(history.map((step) => ({ ...step, joins: false })))
      const together = played(history.map((step) => ({ ...step, joins: true })))
      assert.deepStrictEqual(together.triggers, apart.triggers)
      const plain = ({ contacts, orders }: StoredHistory) => ({
        contacts: contacts
          .map(({ created_at: _c, updated_at: _u, ...one }) => one)
          .toSorted((a, b) => (a.contact_id < b.contact_id ? -1 : 1)),
        orders: orders
          .map(({ created_at: _c, updated_at: _u, ...one }) => one)
          .toSorted((a, b) => Number(a.order_id - b.order_id))
      })
      assert.deepStrictEqual(plain(together), plain(apart))
    },
    runs
  )
})
