import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { onBoth } from "../support/database/databases.ts"
import { batchesOf, consentsOf, deliveriesOf, figuresOf, History } from "../support/samples/histories.ts"
import { PlacingLayer } from "../support/programs.ts"
import { seedAccount } from "../support/database/seed.ts"

interface ContactRow {
  readonly contact_id: string
  readonly email_consent: string
  readonly sms_consent: string
  readonly order_count: number
  readonly first_order_at: Date | null
  readonly last_order_at: Date | null
}
interface OrderRow {
  readonly contact_id: string
  readonly placed_at: Date
}
interface LedgerRow {
  readonly contact_id: string
  readonly channel: "email" | "sms"
  readonly refused: boolean
  readonly to_state: "subscribed"
}

onBoth("any stored history of calls", PlacingLayer, (it) => {
  it.effect.prop(
    "leaves figures that are a fold over the orders, consents that are a fold over the ledger, and one trigger a cause",
    [History],
    ([history]) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { place } = yield* PlaceOrders
        const { account_id } = yield* seedAccount({ integrations: 1 })
        yield* TestClock.setTime(4_000)
        // Concurrent calls share a transaction.
        for (const calls of batchesOf(history, { account_id }))
          yield* Effect.forEach(calls, (call) => place(call), { concurrency: "unbounded" })
        const contacts =
          yield* sql<ContactRow>`SELECT contact_id, email_consent, sms_consent, order_count, first_order_at,
          last_order_at FROM contacts WHERE account_id = ${account_id} ORDER BY contact_id LIMIT 100`
        const orders = (yield* sql<OrderRow>`SELECT contact_id, placed_at FROM orders WHERE account_id = ${account_id}
          ORDER BY order_id LIMIT 100`).map((row) => ({ ...row, placed_at: row.placed_at.getTime() }))
        const ledger = yield* sql<LedgerRow>`SELECT contact_id, channel, refused, to_state FROM consent_log
          WHERE account_id = ${account_id} ORDER BY entry_id LIMIT 1000`
        const triggers = yield* sql<{ cause: string }>`SELECT type || ' ' || order_id || ' ' || occurrence AS cause
          FROM flow_triggers WHERE account_id = ${account_id} ORDER BY 1 LIMIT 1000`
        for (const { first_order_at, last_order_at, order_count, ...contact } of contacts) {
          assert.deepStrictEqual(
            {
              order_count,
              first_order_at: first_order_at?.getTime() ?? null,
              last_order_at: last_order_at?.getTime() ?? null
            },
            figuresOf(orders, contact)
          )
          const { email_consent, sms_consent } = contact
          assert.deepStrictEqual({ email_consent, sms_consent }, consentsOf(ledger, contact))
        }
        assert.deepStrictEqual(triggers.map(({ cause }) => cause).toSorted(), deliveriesOf(history).triggers.toSorted())
      }),
    { arbitrary: { runs: 25 } }
  )
})
