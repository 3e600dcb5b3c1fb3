import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { flowTemplates } from "../../src/domain/templates/flowTemplates.ts"
import { sampleShop } from "../../src/domain/templates/shopAddress.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { onEither } from "../support/database/databases.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { productFlowsLayer, productShop } from "../support/flows/productFlows.ts"

const ada = "ada@example.com"
const bob = "bob@example.com"
const cyd = "cyd@example.com"
const dan = "dan@example.com"

const restocking = { trigger: { type: "back_in_stock" }, steps: [{ id: "end", type: "exit" }] } as const
const mail = {
  type: "send_email",
  subject: "Back",
  html: "<p>{{ product.title }} {{ product.price_amount }}</p>"
} as const

onEither("a flow for products that are back", productFlowsLayer, (it) => {
  it.effect(
    "starts once for a person, product and restocking, however many processes look, and a request is answered once",
    () =>
      Effect.gen(function* () {
        const { account_id, put, ask, until, look, starts } = yield* productShop("2026-01-01T09:00:00Z")
        yield* put("2026-01-01T08:00:00Z", 0)
        yield* activateFlow(account_id, restocking)
        yield* ask(ada)
        yield* ask(ada)
        yield* look
        assert.deepStrictEqual(yield* starts, [])
        yield* put("2026-01-01T09:10:00Z", 3)
        yield* until("2026-01-01T09:10:00Z")
        assert.deepStrictEqual(yield* starts, ["ada"])
        yield* put("2026-01-01T10:00:00Z", 0)
        yield* put("2026-01-01T11:00:00Z", 3)
        yield* until("2026-01-01T12:00:00Z")
        assert.deepStrictEqual(yield* starts, ["ada"])
        yield* put("2026-01-01T12:00:00Z", 0)
        yield* ask(ada)
        yield* put("2026-01-01T13:00:00Z", 3)
        yield* until("2026-01-01T13:00:00Z")
        assert.deepStrictEqual(yield* starts, ["ada", "ada"])
      })
  )

  it.effect("starts for each of 1,000 people once, in the order of asking, at its pace", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, put, ask, until, starts } = yield* productShop("2026-01-01T09:00:00Z")
      yield* put("2026-01-01T08:00:00Z", 0)
      yield* activateFlow(account_id, { ...restocking, trigger: { type: "back_in_stock", people_per_hour: 500 } })
      yield* ask(ada)
      yield* sql`INSERT INTO contacts SELECT made.* FROM contacts c, generate_series(1, 999) AS n,
          jsonb_populate_record(c, jsonb_build_object('contact_id', 'con_' || right(${account_id}, 8) || n, 'email', 'p' || lpad(n::text, 3, '0') || '@example.com',
          'email_key', 'p' || lpad(n::text, 3, '0') || '@example.com')) AS made
        WHERE c.account_id = ${account_id}`
      yield* sql`INSERT INTO restock_requests (account_id, product_id, variant_id, contact_id, asked_at)
        SELECT account_id, 'cup', '', contact_id, '2026-01-01T09:01:00Z'::timestamptz + right(split_part(email, '@', 1), 3)::int * interval '1 second'
        FROM contacts WHERE account_id = ${account_id} AND email LIKE 'p%'`
      yield* until("2026-01-01T09:30:00Z")
      yield* put("2026-01-01T09:30:00Z", 3)
      assert.deepStrictEqual(yield* starts, ["ada"])
      yield* until("2026-01-01T10:30:01Z")
      assert.lengthOf(yield* starts, 501)
      yield* until("2026-01-01T11:40:00Z")
      const names = Array.from({ length: 999 }, (_, n) => `p${String(n + 1).padStart(3, "0")}`)
      assert.deepStrictEqual(yield* starts, ["ada", ...names])
      yield* until("2026-01-01T14:00:00Z")
      assert.lengthOf(yield* starts, 1_000)
    })
  )

  it.effect(
    "starts nothing twice for stock that flaps within ten minutes, and tells those whose turn came while it was out",
    () =>
      Effect.gen(function* () {
        const { account_id, put, ask, until, starts } = yield* productShop("2026-01-01T09:00:00Z")
        yield* put("2026-01-01T08:00:00Z", 0)
        yield* activateFlow(account_id, { ...restocking, trigger: { type: "back_in_stock", people_per_hour: 60 } })
        for (const email of [ada, bob, cyd]) yield* ask(email)
        yield* until("2026-01-01T09:10:00Z")
        yield* put("2026-01-01T09:10:00Z", 3)
        assert.deepStrictEqual(yield* starts, ["ada"])
        yield* put("2026-01-01T09:10:30Z", 0)
        yield* until("2026-01-01T09:12:30Z")
        assert.deepStrictEqual(yield* starts, ["ada"])
        yield* put("2026-01-01T09:14:00Z", 3)
        yield* until("2026-01-01T09:40:00Z")
        assert.deepStrictEqual(yield* starts, ["ada", "bob", "cyd"])
      })
  )

  it.effect("lets those wait for the next restocking whose turn comes when the product has run out", () =>
    Effect.gen(function* () {
      const { account_id, put, ask, until, starts } = yield* productShop("2026-01-01T09:00:00Z")
      yield* put("2026-01-01T08:00:00Z", 0)
      yield* activateFlow(account_id, { ...restocking, trigger: { type: "back_in_stock", people_per_hour: 1 } })
      for (const email of [ada, bob]) yield* ask(email)
      yield* put("2026-01-01T09:10:00Z", 3)
      yield* until("2026-01-01T09:20:00Z")
      yield* put("2026-01-01T09:30:00Z", 0)
      yield* until("2026-01-01T10:30:00Z")
      assert.deepStrictEqual(yield* starts, ["ada"])
      yield* put("2026-01-01T12:00:00Z", 3)
      yield* until("2026-01-01T12:00:00Z")
      assert.deepStrictEqual(yield* starts, ["ada", "bob"])
    })
  )

  it.effect(
    "starts for who had it in an open cart when it was out, after those who asked, and not after an order",
    () =>
      Effect.gen(function* () {
        const { account_id, put, ask, cart, order, until, starts } = yield* productShop("2026-01-01T09:00:00Z")
        yield* put("2026-01-01T08:00:00Z", 0)
        yield* activateFlow(account_id, { ...restocking, trigger: { type: "back_in_stock", people_per_hour: 3600 } })
        yield* cart("a", ada, "2026-01-01T07:00:00Z")
        yield* cart("b", bob, "2026-01-01T07:00:00Z")
        yield* cart("d", dan, "2026-01-01T09:30:00Z")
        yield* order(1n, null, { email: bob, placed_at: Date.parse("2026-01-01T08:30:00Z") })
        yield* ask(cyd)
        yield* put("2026-01-01T09:10:00Z", 3)
        yield* until("2026-01-01T09:40:00Z")
        assert.deepStrictEqual(yield* starts, ["cyd", "ada"])
      })
  )

  it.effect("starts for the variant that was asked for, or lies in the cart, and for any where none is named", () =>
    Effect.gen(function* () {
      const { account_id, put, ask, cart, until, starts } = yield* productShop("2026-01-01T09:00:00Z")
      yield* put("2026-01-01T08:00:00Z", { s: 0, m: 0 })
      yield* activateFlow(account_id, { ...restocking, trigger: { type: "back_in_stock", people_per_hour: 3600 } })
      yield* ask(ada, { variant_id: "s" })
      yield* ask(bob, { variant_id: "m" })
      yield* ask(cyd)
      yield* cart("d", dan, "2026-01-01T08:00:00Z", "m")
      yield* cart("e", "eve@example.com", "2026-01-01T08:00:00Z", "s")
      yield* put("2026-01-01T09:10:00Z", { s: 0, m: 2 })
      yield* until("2026-01-01T09:40:00Z")
      assert.sameMembers([...(yield* starts)], ["bob", "cyd", "dan"])
    })
  )

  it.effect(
    "reaches who asked by one transactional e-mail without a subscription, and by marketing with one alone",
    () =>
      Effect.gen(function* () {
        const { account_id, put, ask, cart, until, messages, bodies } = yield* productShop("2026-01-01T09:00:00Z")
        yield* put("2026-01-01T08:00:00Z", 0)
        const told = { ...mail, class: "transactional" } as const
        const steps = [
          { id: "one", ...told },
          { id: "w", type: "delay", duration: "1 hour" },
          { id: "two", ...told }
        ] as const
        yield* activateFlow(account_id, { trigger: { type: "back_in_stock", people_per_hour: 3600 }, steps })
        // A second, newer flow for the same restocking answers nothing again.
        yield* TestClock.adjust("1 second")
        yield* activateFlow(account_id, { trigger: { type: "back_in_stock" }, steps: [{ id: "other", ...told }] })
        yield* ask(ada)
        yield* cart("b", bob, "2026-01-01T08:00:00Z")
        yield* put("2026-01-01T09:10:00Z", 3)
        yield* until("2026-01-01T09:20:00Z")
        yield* until("2026-01-01T10:30:00Z")
        const refused = "marketing email_consent is null"
        assert.sameMembers(
          (yield* messages).map((text) => text.replace(/email_consent is \w+/, "email_consent is null")),
          [
            "ada one transactional captured",
            `ada two ${refused}`,
            `bob one ${refused}`,
            `bob two ${refused}`,
            `ada other ${refused}`,
            `bob other ${refused}`
          ]
        )
        assert.isTrue((yield* bodies).some((body) => body.includes("Cup 10.00")))
      })
  )

  it.effect("tells nobody while it is stopped, nor of what came back before it was activated", () =>
    Effect.gen(function* () {
      const flows = yield* Flows
      const { account_id, put, ask, until, look, starts } = yield* productShop("2026-01-01T09:00:00Z")
      yield* put("2026-01-01T08:00:00Z", 0)
      yield* ask(ada)
      yield* ask(bob)
      yield* put("2026-01-01T09:10:00Z", 3)
      yield* look
      const flow_id = yield* activateFlow(account_id, {
        ...restocking,
        trigger: { type: "back_in_stock", people_per_hour: 1 }
      })
      yield* until("2026-01-01T10:00:00Z")
      assert.deepStrictEqual(yield* starts, [])
      yield* put("2026-01-01T10:00:00Z", 0)
      yield* put("2026-01-01T10:20:00Z", 3)
      yield* until("2026-01-01T10:30:00Z")
      assert.deepStrictEqual(yield* starts, ["ada"])
      yield* flows.setStatus(account_id, flow_id, "paused")
      yield* until("2026-01-01T12:00:00Z")
      assert.deepStrictEqual(yield* starts, ["ada"])
    })
  )

  it.effect("plays the template on the clock of a test account", () =>
    Effect.gen(function* () {
      const { account_id, put, ask, until, messages, bodies } = yield* productShop("2026-01-01T09:00:00Z")
      const template = flowTemplates.find(({ key }) => key === "back-in-stock")
      assert.isDefined(template)
      yield* put("2026-01-01T08:00:00Z", 0)
      yield* activateFlow(account_id, template.definition(sampleShop))
      yield* ask(ada)
      yield* put("2026-01-01T09:10:00Z", 3)
      yield* until("2026-01-01T09:20:00Z")
      assert.deepStrictEqual(yield* messages, ["ada back transactional captured"])
      assert.include((yield* bodies)[0], "$10.00")
    })
  )
})
