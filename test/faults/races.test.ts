import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { countByStatus, placeWhileBusy } from "../support/faults/concurrently.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { quickOrFull, repetitions, reportRun } from "../support/runner/runs.ts"
import { Serving, serving } from "../support/http/serving.ts"

const clients = Array.from({ length: 64 }, (_, at) => at)
// Race windows are short, so each race runs many rounds with new records. A broken lock may take dozens to show.
const rounds = Array.from({ length: repetitions(4, 100, 25) }, (_, at) => at + 1)

/** Sends each round's bodies concurrently to real processes; returns the responses and the final state. */
const race = Effect.fnUntraced(function* (
  name: string,
  bodyOf: (round: number, client: number) => unknown,
  account: "account" | "starting" = "account"
) {
  const { servers, token, state } = yield* (yield* Serving)[account]
  const answers = yield* Effect.forEach(rounds, (round) =>
    placeWhileBusy(
      servers,
      token,
      clients.map((client) => bodyOf(round, client))
    )
  )
  reportRun(`64 clients at once, ${name}, ${servers.length === 1 ? "embedded" : "PostgreSQL"}`, { runs: rounds.length })
  return { tallies: answers.map(countByStatus), ...(yield* state) }
})

for (const database of ["embedded", "PostgreSQL"] as const) {
  layer(serving[database], { excludeTestServices: true, timeout: "10 minutes" })(
    `64 concurrent clients, ${database}`,
    (it) => {
      it.effect("on one delivered order create it once, count it once, and start each flow once", () =>
        Effect.gen(function* () {
          const { tallies, contacts, triggers, runs } = yield* race(
            "one order",
            (round) => orderBody({ order_id: round, email: `buyer${round}@example.com`, shipment_status: "delivered" }),
            "starting"
          )
          assert.deepStrictEqual(
            tallies,
            rounds.map(() => ({ 200: 63, 201: 1 }))
          )
          assert.deepStrictEqual(
            contacts.map(({ order_count, orders }) => [order_count, orders]),
            rounds.map(() => [1, 1])
          )
          assert.deepStrictEqual(
            triggers.map(({ type, order_id, occurrence }) => `${type} ${order_id} ${occurrence}`),
            [...rounds.map((id) => `order_placed ${id} 0`), ...rounds.map((id) => `order_received ${id} 1`)]
          )
          assert.deepStrictEqual(
            runs.map(({ flow_id, cause_key }) => `${flow_id}: ${cause_key}`).toSorted(),
            rounds
              .flatMap((id) => [`order_placed: order_placed|${id}|0`, `order_received: order_received|${id}|1`])
              .toSorted()
          )
        })
      )

      it.effect("on one e-mail and on one phone make one contact each, with all the orders", () =>
        Effect.gen(function* () {
          const { tallies, contacts } = yield* race("one identity", (round, client) =>
            orderBody({
              order_id: round * 100 + client,
              ...(client % 2 === 0
                ? { email: `${client % 4 === 0 ? "buyer" : "BUYER"}${round}@example.com` }
                : { email: null, phone: `+1415555${2_000 + round}` })
            })
          )
          assert.deepStrictEqual(
            tallies,
            rounds.map(() => ({ 201: 64 }))
          )
          assert.deepStrictEqual(
            contacts.map(({ orders, order_count }) => [orders, order_count]),
            [...rounds, ...rounds].map(() => [32, 32])
          )
        })
      )

      // Within one process both databases behave alike, so the other rounds run in `npm run faults` only.
      if (database === "embedded" && quickOrFull(0, 1) === 0) return

      it.effect("on one contact by e-mail and by phone link and count all the orders", () =>
        Effect.gen(function* () {
          const both = { email: "ada@example.com", phone: "+14155552671" }
          const { contacts } = yield* race("both names", (round, client) =>
            orderBody({
              order_id: round * 100 + client,
              // Each process gets one kind of address, so that calls of different processes share no lock key.
              ...(round === 1 ? both : { ...both, [client % 3 ? "email" : "phone"]: null })
            })
          )
          const count = rounds.length * clients.length
          assert.deepStrictEqual(
            contacts.map(({ orders, order_count }) => [orders, order_count]),
            [[count, count]]
          )
        })
      )

      it.effect("on crossing pairs of e-mail and phone make one contact for each identity, and none is refused", () =>
        Effect.gen(function* () {
          const { tallies, contacts } = yield* race("crossing identities", (round, client) =>
            orderBody({
              order_id: round * 100 + client,
              email: [`ada${round}@example.com`, `bob${round}@example.com`, null][client % 3],
              phone: `+1415555${2_000 + 2 * round + (client % 2)}`,
              accepts_sms_marketing: true
            })
          )
          assert.deepStrictEqual(
            tallies,
            rounds.map(() => ({ 201: 64 }))
          )
          assert.strictEqual(yield* (yield* Serving).deadlocks, 0)
          for (const identity of ["email", "phone"] as const) {
            const values = contacts.flatMap((contact) => contact[identity] ?? [])
            assert.strictEqual(new Set(values).size, values.length)
          }
          for (const { order_count, orders } of contacts) assert.strictEqual(order_count, orders)
          assert.strictEqual(
            contacts.reduce((sum, { orders }) => sum + orders, 0),
            64 * rounds.length
          )
        })
      )
    }
  )
}
