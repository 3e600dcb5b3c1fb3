import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { databases, withDatabase } from "../support/databases.ts"
import { startServer } from "../support/processes.ts"
import { body, raced, stateOf, tally } from "../support/races.ts"
import { seedAccount } from "../support/seed.ts"

const clients = Array.from({ length: 64 }, (_, at) => at)

/** Races the bodies through real processes; gives the answers and what the database holds when all have stopped. */
const race = Effect.fnUntraced(function* (database: keyof typeof databases, bodies: ReadonlyArray<unknown>) {
  const settings = yield* databases[database]
  const { account_id, token } = yield* withDatabase(settings)(seedAccount({ integrations: 1 }))
  // The embedded database has one process only.
  const processes = database === "embedded" ? [settings] : [settings, settings, settings]
  const servers = yield* Effect.forEach(processes, startServer, { concurrency: "unbounded" })
  const answers = yield* raced(servers, token, bodies)
  yield* Effect.forEach(servers, (server) => server.end("SIGTERM"), { concurrency: "unbounded" })
  return { answers, ...(yield* withDatabase(settings)(stateOf(account_id))) }
})

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`64 clients at once, ${database}`, () => {
    it.live("on one delivered order: it is created once, counted once, and starts each flow once", () =>
      Effect.gen(function* () {
        const { answers, contacts, triggers } = yield* race(
          database,
          clients.map(() => body({ shipment_status: "delivered" }))
        )
        assert.deepStrictEqual(tally(answers), { 200: 63, 201: 1 })
        assert.deepStrictEqual(contacts, [{ email: "ada@example.com", phone: null, order_count: 1, orders: 1 }])
        assert.deepStrictEqual(
          triggers.map(({ type, occurrence }) => `${type} ${occurrence}`),
          ["order_placed 0", "order_received 1"]
        )
      })
    )

    it.live("on one e-mail and on one phone: one contact each, with all the orders", () =>
      Effect.gen(function* () {
        const { answers, contacts } = yield* race(
          database,
          clients.map((at) =>
            body({
              order_id: at + 1,
              ...(at % 2 === 0
                ? { email: at % 4 === 0 ? "ada@example.com" : "Ada@Example.com" }
                : { email: null, phone: "+1 202 555 0123" })
            })
          )
        )
        assert.deepStrictEqual(tally(answers), { 201: 64 })
        assert.deepStrictEqual(
          contacts.map(({ orders, order_count }) => [orders, order_count]),
          [
            [32, 32],
            [32, 32]
          ]
        )
      })
    )

    it.live(
      "on crossing pairs of e-mail and phone, in every order: one contact an identity, and nobody is refused",
      () =>
        Effect.gen(function* () {
          const emails = ["ada@example.com", "bob@example.com", null]
          const phones = ["+12025550101", "+12025550102"]
          const { answers, contacts } = yield* race(
            database,
            clients.map((at) =>
              body({ order_id: at + 1, email: emails[at % 3], phone: phones[at % 2], accepts_sms_marketing: true })
            )
          )
          assert.deepStrictEqual(tally(answers), { 201: 64 })
          for (const identity of ["email", "phone"] as const) {
            const values = contacts.flatMap((contact) => contact[identity] ?? [])
            assert.strictEqual(new Set(values).size, values.length)
          }
          for (const { order_count, orders } of contacts) assert.strictEqual(order_count, orders)
          assert.strictEqual(
            contacts.reduce((sum, { orders }) => sum + orders, 0),
            64
          )
        })
    )
  })
}
