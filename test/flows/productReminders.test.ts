import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { FlowsLayer } from "../../src/programs/flows/FlowsLayer.ts"
import { PutProducts } from "../../src/programs/products/PutProducts.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { reopenRequests } from "../../src/store/products/reopenRequests.ts"
import { onEither } from "../support/database/databases.ts"
import { activateFlow, delayStep } from "../support/flows/flowRuns.ts"
import { productFlowsLayer, productShop } from "../support/flows/productFlows.ts"
import { productReport } from "../support/samples/products.ts"
import { EnrolWatched } from "../../src/programs/flows/EnrolWatched.ts"

const [ada, bob, cyd] = ["ada@example.com", "bob@example.com", "cyd@example.com"]
const told = (id: string, messageClass: "marketing" | "transactional" = "marketing") =>
  ({ id, type: "send_email", class: messageClass, subject: "{{ product.title }}", html: "<p>Look</p>" }) as const

const layer = Layer.mergeAll(
  productFlowsLayer,
  EnrolWatched.layer.pipe(Layer.provide(FlowsLayer), Layer.provide(FlowVersions.layer))
)

onEither("a message of a flow that a product started", layer, (it) => {
  it.effect("does not leave when the product is out of stock again, and who asked is told of the next restocking", () =>
    Effect.gen(function* () {
      const { account_id, put, ask, cart, subscribe, until, messages } = yield* productShop("2026-01-01T09:00:00Z")
      yield* put("2026-01-01T08:00:00Z", 0)
      yield* activateFlow(account_id, {
        trigger: { type: "back_in_stock", people_per_hour: 3600 },
        steps: [delayStep("wait", "1 hour"), told("back", "transactional")]
      })
      yield* ask(ada)
      yield* cart("b", bob, "2026-01-01T08:00:00Z")
      yield* subscribe
      yield* put("2026-01-01T09:10:00Z", 3)
      yield* until("2026-01-01T09:20:00Z")
      yield* put("2026-01-01T09:50:00Z", 0)
      yield* until("2026-01-01T10:30:00Z")
      const skipped = ["ada back transactional", "bob back marketing"].map(
        (one) => `${one} the product is out of stock`
      )
      assert.deepStrictEqual(yield* messages, skipped)
      yield* put("2026-01-01T11:00:00Z", 3)
      yield* until("2026-01-01T11:30:00Z")
      yield* until("2026-01-01T12:30:00Z")
      assert.deepStrictEqual(yield* messages, [
        ...skipped,
        "ada back transactional captured",
        "bob back marketing captured"
      ])
    })
  )

  it.effect("that is skipped in the moment of the next restocking leaves who asked to be told of that one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, put, ask, until, messages } = yield* productShop("2026-01-01T09:00:00Z")
      yield* put("2026-01-01T08:00:00Z", 0)
      yield* activateFlow(account_id, {
        trigger: { type: "back_in_stock", people_per_hour: 3600 },
        steps: [delayStep("wait", "1 hour"), told("back", "transactional")]
      })
      yield* ask(ada)
      yield* put("2026-01-01T09:10:00Z", 3)
      yield* until("2026-01-01T09:20:00Z")
      yield* put("2026-01-01T09:50:00Z", 0)
      // The message was found untrue, and is skipped after the product is back and flows have looked.
      yield* put("2026-01-01T10:05:00Z", 3)
      yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, class, layout, flow_id, run_id, step_id, body,
          status, reason, due_at, created_at, updated_at)
        SELECT account_id, 'msg_' || run_id, run_id, contact_id, 'email', 'flow', 'transactional', 'shell', flow_id, run_id, 'back', '', 'skipped',
          'the product is out of stock', created_at, created_at, created_at FROM flow_runs WHERE account_id = ${account_id}`
      const skipped = yield* sql<{
        message_id: string
      }>`SELECT message_id FROM messages WHERE account_id = ${account_id}`
      const ids = skipped.map(({ message_id }) => message_id)
      yield* sql.withTransaction(reopenRequests(sql, account_id, ids))
      yield* until("2026-01-01T10:10:00Z")
      yield* until("2026-01-01T11:30:00Z")
      assert.include(yield* messages, "ada back transactional captured")
    })
  )

  it.effect(
    "waits while stock flaps, and answers the request when the next message would be of the same restocking",
    () =>
      Effect.gen(function* () {
        const { account_id, put, report, ask, until, messages } = yield* productShop("2026-01-01T09:00:00Z")
        yield* put("2026-01-01T08:00:00Z", 0)
        yield* activateFlow(account_id, {
          trigger: { type: "back_in_stock" },
          steps: [delayStep("wait", "2 minutes"), told("back", "transactional")]
        })
        yield* ask(ada)
        yield* until("2026-01-01T09:10:00Z")
        yield* put("2026-01-01T09:10:00Z", 3)
        yield* report("2026-01-01T09:11:00Z", 0)
        yield* until("2026-01-01T09:13:00Z")
        assert.deepStrictEqual(yield* messages, ["ada back transactional the product is out of stock"])
        yield* report("2026-01-01T09:14:00Z", 3)
        yield* until("2026-01-01T09:30:00Z")
        assert.deepStrictEqual(yield* messages, ["ada back transactional captured"])
      })
  )

  it.effect("does not leave when the price rose again, nor when the contact ordered since", () =>
    Effect.gen(function* () {
      const { account_id, put, ask, view, order, subscribe, until, messages } =
        yield* productShop("2026-03-01T09:00:00Z")
      yield* put("2026-01-01T08:00:00Z", 5, "100")
      yield* activateFlow(account_id, {
        trigger: { type: "price_dropped", percent: 20, days: 30 },
        steps: [told("first"), delayStep("w1", "1 hour"), told("second"), delayStep("w2", "1 hour"), told("third")]
      })
      for (const email of [ada, bob]) yield* ask(email)
      for (const email of [ada, bob]) yield* view(email, "2026-02-20T09:00:00Z")
      yield* subscribe
      yield* put("2026-03-01T09:10:00Z", 5, "80")
      yield* until("2026-03-01T09:20:00Z")
      yield* order(1n, null, { email: bob, placed_at: Date.parse("2026-03-01T09:30:00Z") })
      yield* until("2026-03-01T10:30:00Z")
      yield* put("2026-03-01T10:40:00Z", 5, "80.01")
      yield* until("2026-03-01T11:40:00Z")
      assert.sameMembers(
        [...(yield* messages)],
        [
          "ada first marketing captured",
          "bob first marketing captured",
          "ada second marketing captured",
          "bob second marketing the contact ordered since",
          "ada third marketing the price rose again",
          "bob third marketing the contact ordered since"
        ]
      )
    })
  )

  it.effect("about a viewed product leaves while it can be bought, or is of none that was ever put", () =>
    Effect.gen(function* () {
      const views = (yield* EnrolWatched).views
      const products = yield* PutProducts
      const { account_id, put, ask, view, order, subscribe, until, messages } =
        yield* productShop("2026-03-01T09:00:00Z")
      const steps = ["unknown", "put", "out", "back", "removed"].flatMap((id) => [
        told(id),
        delayStep(`after-${id}`, "1 hour")
      ])
      yield* activateFlow(account_id, {
        trigger: { type: "product_viewed", times: 1, within: "1 day", duration: "1 hour" },
        steps
      })
      yield* views.enrol
      for (const email of [ada, cyd]) yield* ask(email)
      for (const email of [ada, cyd]) yield* view(email, "2026-03-01T09:30:00Z")
      yield* subscribe
      const look = (time: string) => Effect.andThen(until(time), Effect.andThen(views.enrol, until(time)))
      yield* look("2026-03-01T10:35:00Z")
      yield* order(1n, null, { email: cyd, placed_at: Date.parse("2026-03-01T10:40:00Z") })
      yield* put("2026-03-01T11:00:00Z", 5)
      yield* look("2026-03-01T11:50:00Z")
      yield* put("2026-03-01T12:00:00Z", 0)
      yield* look("2026-03-01T13:05:00Z")
      yield* put("2026-03-01T13:10:00Z", 1)
      yield* look("2026-03-01T14:20:00Z")
      yield* products.put(account_id, [productReport("cup", Date.parse("2026-03-01T14:30:00Z"), null, { account_id })])
      yield* look("2026-03-01T15:35:00Z")
      const all = yield* messages
      assert.deepStrictEqual(
        all.filter((one) => one.startsWith("ada")),
        [
          "ada unknown marketing captured",
          "ada put marketing captured",
          "ada out marketing the product is out of stock",
          "ada back marketing captured",
          "ada removed marketing the product is no longer kept"
        ]
      )
      assert.deepStrictEqual(
        all.filter((one) => one.startsWith("cyd")),
        [
          "cyd unknown marketing captured",
          ...["put", "out", "back", "removed"].map((id) => `cyd ${id} marketing the contact ordered since`)
        ]
      )
    })
  )
})
