import { assert, describe, it } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { databases, withDatabase } from "../support/databases.ts"
import { post } from "../support/http.ts"
import { startServer } from "../support/processes.ts"
import { body, raced, stateOf, tally } from "../support/races.ts"
import { seedAccount } from "../support/seed.ts"

const rounds = 3
const clients = 16
const enough = 60

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`a server killed under load, ${database}`, () => {
    it.live("loses nothing it has acknowledged, and counts nothing twice", () =>
      Effect.gen(function* () {
        const settings = yield* databases[database]
        const { account_id, token } = yield* withDatabase(settings)(seedAccount({ integrations: 1 }))
        const acknowledged = yield* Ref.make<ReadonlyArray<number>>([])
        const refused = yield* Ref.make<number | null>(null)
        let next = 1
        for (let round = 1; round <= rounds; round++) {
          const server = yield* startServer(settings)
          const shop = Effect.gen(function* () {
            for (;;) {
              const order_id = next++
              const email = `buyer${order_id % 7}@example.com`
              const { status } = yield* post(
                `${server.origin}/v1/orders/placed`,
                token,
                body({ order_id, email, shipment_status: "delivered" })
              )
              if (status !== 201) return yield* Ref.set(refused, status)
              const all = yield* Ref.updateAndGet(acknowledged, (before) => [...before, order_id])
              if (all.length >= round * enough) return yield* server.end("SIGKILL")
            }
          })
          // The others are cut off in the middle of a call.
          yield* Effect.raceAll(Array.from({ length: clients }, () => shop))
        }
        assert.isNull(yield* Ref.get(refused))
        const server = yield* startServer(settings)
        const ids = yield* Ref.get(acknowledged)
        const again = yield* raced(
          [server],
          token,
          ids.map((order_id) =>
            body({ order_id, email: `buyer${order_id % 7}@example.com`, shipment_status: "delivered" })
          )
        )
        assert.deepStrictEqual(tally(again), { 200: ids.length })
        yield* server.end("SIGTERM")
        const { contacts, triggers } = yield* withDatabase(settings)(stateOf(account_id))
        for (const { order_count, orders } of contacts) assert.strictEqual(order_count, orders)
        const orders = contacts.reduce((sum, contact) => sum + contact.orders, 0)
        assert.strictEqual(triggers.filter(({ type }) => type === "order_placed").length, orders)
        assert.strictEqual(
          triggers.filter(({ type, occurrence }) => type === "order_received" && occurrence === 1).length,
          orders
        )
      })
    )
  })
}
