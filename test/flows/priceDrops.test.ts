import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { flowTemplates } from "../../src/domain/templates/flowTemplates.ts"
import { sampleShop } from "../../src/domain/templates/shopAddress.ts"
import { onEither } from "../support/database/databases.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { productFlowsLayer, productShop } from "../support/flows/productFlows.ts"

const ada = "ada@example.com"
const bob = "bob@example.com"
const cyd = "cyd@example.com"
const dan = "dan@example.com"

const priced = {
  trigger: { type: "price_dropped", percent: 20, days: 30 },
  steps: [{ id: "end", type: "exit" }]
} as const

onEither("a flow for products that are cheaper", productFlowsLayer, (it) => {
  it.effect("starts for who viewed it or put it in a cart within its days, once for a drop that is deep enough", () =>
    Effect.gen(function* () {
      const { account_id, put, ask, cart, view, until, starts } = yield* productShop("2026-03-01T09:00:00Z")
      yield* put("2026-01-01T08:00:00Z", 5, "100")
      yield* activateFlow(account_id, priced)
      for (const email of [ada, bob, cyd, dan]) yield* ask(email)
      yield* view(ada, "2026-02-20T09:00:00Z")
      yield* view(ada, "2026-02-21T09:00:00Z")
      yield* view(bob, "2026-01-20T09:00:00Z")
      yield* cart("c", cyd, "2026-02-20T09:00:00Z")
      yield* put("2026-03-01T09:10:00Z", 5, "80.01")
      yield* until("2026-03-01T09:20:00Z")
      assert.deepStrictEqual(yield* starts, [])
      yield* put("2026-03-01T09:30:00Z", 5, "64.008")
      yield* until("2026-03-01T09:40:00Z")
      yield* until("2026-03-01T12:40:00Z")
      assert.deepStrictEqual(yield* starts, ["ada", "cyd"])
    })
  )

  it.effect("starts for nobody who ordered since, nor when the product is out of stock or dearer again", () =>
    Effect.gen(function* () {
      const { account_id, put, report, ask, view, order, until, starts } = yield* productShop("2026-03-01T09:00:00Z")
      yield* put("2026-01-01T08:00:00Z", 5, "100")
      yield* activateFlow(account_id, priced)
      for (const email of [ada, bob]) yield* ask(email)
      for (const email of [ada, bob]) yield* view(email, "2026-02-20T09:00:00Z")
      yield* put("2026-03-01T09:10:00Z", 0, "50")
      yield* put("2026-03-01T10:00:00Z", 5, "100")
      yield* report("2026-03-01T10:10:00Z", 5, "50")
      yield* put("2026-03-01T10:11:00Z", 5, "90")
      yield* until("2026-03-01T10:20:00Z")
      assert.deepStrictEqual(yield* starts, [])
      yield* order(1n, null, { email: bob, placed_at: Date.parse("2026-02-25T09:00:00Z") })
      yield* put("2026-03-01T10:30:00Z", 5, "50")
      yield* until("2026-03-01T10:40:00Z")
      assert.deepStrictEqual(yield* starts, ["ada"])
    })
  )

  it.effect("plays the template on the clock of a test account", () =>
    Effect.gen(function* () {
      const { account_id, put, ask, view, subscribe, until, messages, bodies } =
        yield* productShop("2026-03-01T09:00:00Z")
      const template = flowTemplates.find(({ key }) => key === "price-drop")
      assert.isDefined(template)
      yield* put("2026-01-01T08:00:00Z", 5, "100")
      yield* activateFlow(account_id, template.definition(sampleShop))
      yield* ask(ada)
      yield* ask(bob)
      yield* view(ada, "2026-02-20T09:00:00Z")
      yield* subscribe
      yield* put("2026-03-01T09:10:00Z", 5, "70")
      yield* until("2026-03-01T09:20:00Z")
      assert.deepStrictEqual(yield* messages, ["ada cheaper marketing captured"])
      assert.include((yield* bodies)[0], "was $100.00")
      assert.include((yield* bodies)[0], "$70.00")
    })
  )
})
