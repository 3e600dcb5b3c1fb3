import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { post } from "../support/http/http.ts"
import { placeWhileBusy, countByStatus } from "../support/faults/concurrently.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seededRandom, repetitions, randomSeed, reportRun } from "../support/runner/runs.ts"
import { type ServedAccount, Serving, serving } from "../support/http/serving.ts"

const clients = 64

/** The deliveries of each order: the occurrence of each trigger, and the causes of the started runs. */
const receipts = Effect.fnUntraced(function* ({ state }: ServedAccount) {
  const { triggers, runs } = yield* state
  const receivedTriggers = triggers.filter(({ type }) => type === "order_received")
  const started = runs.filter(({ flow_id }) => flow_id === "order_received")
  return {
    occurrences: receivedTriggers
      .map(({ order_id, occurrence }) => `order_received|${order_id}|${occurrence}`)
      .toSorted(),
    started: started.map(({ cause_key }) => cause_key).toSorted()
  }
})

/** Each occurrence once, with one run each. */
const onceEach = (causes: ReadonlyArray<string>) => ({ occurrences: causes.toSorted(), started: causes.toSorted() })

for (const database of ["embedded", "PostgreSQL"] as const) {
  layer(serving[database], { excludeTestServices: true, timeout: "10 minutes" })(
    `existing orders, ${database}`,
    (it) => {
      it.effect("are received once each under concurrent updates to delivered", () =>
        Effect.gen(function* () {
          const orders = Array.from({ length: repetitions(3, 100) }, (_, at) => at + 1)
          const served = yield* (yield* Serving).starting
          for (const order_id of orders) {
            const order = { order_id, email: `buyer${order_id}@example.com`, shipment_status: "in_transit" }
            assert.strictEqual(
              (yield* placeWhileBusy(served.servers, served.token, [orderBody(order)]))[0]?.status,
              201
            )
            const delivered = Array.from({ length: clients }, () =>
              orderBody({ ...order, shipment_status: "delivered" })
            )
            assert.deepStrictEqual(countByStatus(yield* placeWhileBusy(served.servers, served.token, delivered)), {
              200: clients
            })
          }
          reportRun(`64 clients at once deliver an order that is there, ${database}`, { runs: orders.length })
          assert.deepStrictEqual(yield* receipts(served), onceEach(orders.map((id) => `order_received|${id}|1`)))
        })
      )

      it.effect("are received once for each change into delivered, whichever process handles it", () =>
        Effect.gen(function* () {
          const chance = seededRandom()
          const calls = repetitions(4, 40)
          const statuses = ["delivered", "delivered", "in_transit", "out_for_delivery", "failure"] as const
          const histories = Array.from({ length: clients }, (_, at) => ({
            order_id: at + 1,
            updates: Array.from({ length: calls }, () => statuses[Math.floor(chance() * statuses.length)])
          }))
          const served = yield* (yield* Serving).starting
          // Updates of one order stay in sequence; different orders meet in batches and in the rows of their contacts.
          const answers = yield* Effect.forEach(
            histories,
            ({ order_id, updates }) =>
              Effect.forEach(updates, (shipment_status, at) =>
                post(
                  `${served.servers[(order_id + at) % served.servers.length]?.origin}/v1/orders/placed`,
                  served.token,
                  orderBody({ order_id, email: `buyer${order_id % 9}@example.com`, shipment_status })
                  // On a busy machine a call may wait too long for its turn.
                ).pipe(Effect.repeat({ until: ({ status }) => status !== 503, times: 10 }))
              ),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(countByStatus(answers.flat()), { 200: clients * (calls - 1), 201: clients })
          const due = histories.flatMap(({ order_id, updates }) =>
            updates
              .filter((status, at) => status === "delivered" && updates[at - 1] !== "delivered")
              .map((_, at) => `order_received|${order_id}|${at + 1}`)
          )
          reportRun(`histories of orders, ${database}`, {
            runs: clients * calls,
            more: `${due.length} starts, seed ${randomSeed}`
          })
          assert.deepStrictEqual(yield* receipts(served), onceEach(due))
        })
      )
    }
  )
}
