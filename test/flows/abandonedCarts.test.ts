import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { flowTemplates } from "../../src/domain/templates/flowTemplates.ts"
import { sampleShop } from "../../src/domain/templates/shopAddress.ts"
import { PutCarts } from "../../src/programs/carts/PutCarts.ts"
import { FlowsLayer } from "../../src/programs/flows/FlowsLayer.ts"
import { Carts } from "../../src/store/carts/Carts.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Sites } from "../../src/store/visits/Sites.ts"
import { Visits } from "../../src/store/visits/Visits.ts"
import { onEither } from "../support/database/databases.ts"
import { engineLayer, settleEngine, testAccountAt } from "../support/flows/engine.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { report } from "../support/samples/cartHistories.ts"
import { EnrolWatched } from "../../src/programs/flows/EnrolWatched.ts"

const layer = Layer.mergeAll(
  engineLayer,
  EnrolWatched.layer.pipe(Layer.provide(FlowsLayer), Layer.provide(FlowVersions.layer)),
  PutCarts.layer.pipe(
    Layer.provide([Carts.layer, Sites.layer, Visits.layer, FlowsLayer]),
    Layer.provide(SuppressionList.layerMemory)
  )
)

// Several processes look at the same time.
const look = Effect.flatMap(EnrolWatched, ({ carts: { enrol } }) =>
  Effect.forEach([1, 2, 3], () => enrol, { concurrency: 3, discard: true })
)

const trigger = { type: "cart_abandoned", duration: "1 hour" } as const
const mail = {
  type: "send_email",
  subject: "Your cart",
  html: "<p>{{ cart.total_amount }} {{ cart.currency }}</p>"
} as const
const steps = [{ id: "remind", ...mail }] as const

const shop = Effect.fnUntraced(function* (moment: string) {
  const sql = yield* SqlClient.SqlClient
  const carts = yield* PutCarts
  const { account_id, order, until } = yield* testAccountAt(moment, "UTC")
  const put = Effect.fnUntraced(function* (
    cart_id: string,
    time: string | null,
    more: Parameters<typeof report>[2] = {}
  ) {
    const [row] = yield* sql<{
      clock_offset: number
    }>`SELECT clock_offset FROM accounts WHERE account_id = ${account_id}`
    const made = report(cart_id, time === null ? null : Date.parse(time), more)
    return yield* carts.put({ ...made, account_id, clock_offset: Number(row?.clock_offset ?? 0) })
  })
  yield* sql`UPDATE accounts SET name = 'Shop' WHERE account_id = ${account_id}`
  return {
    account_id,
    order,
    put,
    until: (time: string) => until(time).pipe(Effect.andThen(look), Effect.andThen(settleEngine)),
    subscribe: sql`UPDATE contacts SET email_consent = 'subscribed' WHERE account_id = ${account_id}`,
    starts: Effect.map(
      sql<{
        cart_id: string
      }>`SELECT cart_id FROM flow_runs WHERE account_id = ${account_id} ORDER BY cart_id, cart_changed_at`,
      (rows) => rows.map(({ cart_id }) => cart_id)
    ),
    messages: Effect.map(
      sql<{ step_id: string; status: string; reason: string | null; body: string }>`
        SELECT step_id, status, reason, body FROM messages WHERE account_id = ${account_id} ORDER BY created_at, message_id`,
      (rows) => rows.map(({ step_id, status, reason }) => `${step_id} ${reason ?? status}`)
    ),
    bodies: Effect.map(
      sql<{ body: string }>`SELECT body FROM messages WHERE account_id = ${account_id} ORDER BY created_at, message_id`,
      (rows) => rows.map(({ body }) => body)
    )
  }
})

onEither("a flow for abandoned carts", layer, (it) => {
  it.effect("starts once for a cart and its last change, however many processes look", () =>
    Effect.gen(function* () {
      const { account_id, put, until, starts } = yield* shop("2026-01-01T09:00:00Z")
      yield* put("before", "2026-01-01T07:00:00Z")
      yield* activateFlow(account_id, { trigger, steps })
      yield* look
      yield* put("a", "2026-01-01T09:00:00Z")
      yield* put("nobody", "2026-01-01T09:00:00Z", { email: null })
      yield* until("2026-01-01T09:59:00Z")
      assert.deepStrictEqual(yield* starts, [])
      yield* until("2026-01-01T10:01:00Z")
      yield* until("2026-01-01T10:30:00Z")
      assert.deepStrictEqual(yield* starts, ["a"])
      yield* put("a", "2026-01-01T10:40:00Z")
      yield* until("2026-01-01T11:50:00Z")
      yield* until("2026-01-01T12:50:00Z")
      assert.deepStrictEqual(yield* starts, ["a", "a"])
    })
  )

  it.effect("starts for a change that is reported when its time has come, but not 72 hours late", () =>
    Effect.gen(function* () {
      const { account_id, put, until, starts } = yield* shop("2026-01-05T09:00:00Z")
      yield* activateFlow(account_id, { trigger, steps })
      yield* look
      yield* until("2026-01-05T12:00:00Z")
      yield* put("late", "2026-01-05T10:00:00Z")
      yield* put("older", "2026-01-02T11:00:00Z")
      yield* until("2026-01-05T12:05:00Z")
      assert.deepStrictEqual(yield* starts, ["late"])
    })
  )

  it.effect("starts by its stage and least total, and not for a cart that an order ended before", () =>
    Effect.gen(function* () {
      const { account_id, order, put, until, starts } = yield* shop("2026-01-01T09:00:00Z")
      yield* activateFlow(account_id, { trigger: { ...trigger, stage: "cart", least_total: 10 }, steps })
      yield* look
      const cheap = { item_count: 1, currency: "USD", total: "9.99", line_items: "[{}]" }
      yield* put("cheap", "2026-01-01T09:00:00Z", { items: cheap })
      const checkout = report("checkout", 0)
      yield* put("checkout", "2026-01-01T09:00:00Z", {
        owner: checkout.owner && { ...checkout.owner, stage: "checkout" }
      })
      yield* put("bought", "2026-01-01T09:00:00Z", { email: "bob@example.com" })
      yield* put("left", "2026-01-01T09:01:00Z")
      yield* until("2026-01-01T09:30:00Z")
      yield* order(1n, null, { email: "bob@example.com", placed_at: Date.parse("2026-01-01T09:20:00Z") })
      yield* until("2026-01-01T10:10:00Z")
      assert.deepStrictEqual(yield* starts, ["left"])
    })
  )

  it.effect("has each message judged again when it is sent: by then ordered, changed or emptied", () =>
    Effect.gen(function* () {
      const { account_id, order, put, until, subscribe, messages, bodies } = yield* shop("2026-01-01T09:00:00Z")
      const wait = (id: string) => ({ id, type: "delay", duration: "1 hour" }) as const
      yield* activateFlow(account_id, { trigger, steps: [...steps, wait("w1"), { id: "again", ...mail }] })
      yield* look
      for (const email of ["ada", "bob", "cyd", "dan"])
        yield* put(email, "2026-01-01T09:00:00Z", { email: `${email}@example.com` })
      yield* subscribe
      yield* until("2026-01-01T10:01:00Z")
      assert.deepStrictEqual(yield* messages, Array(4).fill("remind captured"))
      assert.include((yield* bodies)[0], "10.00 USD")
      yield* order(1n, null, { email: "ada@example.com", placed_at: Date.parse("2026-01-01T10:30:00Z") })
      yield* put("bob", "2026-01-01T10:50:00Z", { email: "bob@example.com" })
      const none = { item_count: 0, currency: null, total: null, line_items: null }
      yield* put("cyd", "2026-01-01T10:50:00Z", { email: "cyd@example.com", items: none })
      yield* until("2026-01-01T11:02:00Z")
      assert.sameMembers((yield* messages).slice(4), [
        "again the cart was ordered",
        "again the cart was changed since",
        "again the cart was emptied",
        "again captured"
      ])
    })
  )

  it.effect("is ended by an order with the token of the cart or checkout, whichever comes first", () =>
    Effect.gen(function* () {
      const { account_id, put, until, starts } = yield* shop("2026-01-01T09:00:00Z")
      const carts = yield* PutCarts
      yield* activateFlow(account_id, { trigger, steps })
      yield* look
      const { owner } = report("x", 0)
      yield* carts.end({ account_id, order_id: 7n, tokens: ["first"] })
      for (const id of ["first", "second", "third"])
        yield* put(id, "2026-01-01T09:00:00Z", { owner: owner && { ...owner, token: `checkout-${id}` } })
      yield* carts.end({ account_id, order_id: 8n, tokens: ["other", "checkout-second"] })
      yield* until("2026-01-01T10:05:00Z")
      assert.deepStrictEqual(yield* starts, ["third"])
    })
  )

  it.effect("starts for carts that were changed at one moment, however many", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, put, until, starts } = yield* shop("2026-01-01T09:00:00Z")
      yield* activateFlow(account_id, { trigger, steps: [{ id: "end", type: "exit" }] })
      yield* look
      yield* put("a", "2026-01-01T09:00:00Z")
      yield* sql`INSERT INTO carts SELECT made.* FROM carts c, generate_series(2, 1100) AS n,
          jsonb_populate_record(c, jsonb_build_object('cart_id', 'a' || n, 'cart_key', 'crt_' || n)) AS made
        WHERE c.account_id = ${account_id}`
      yield* until("2026-01-01T10:01:00Z")
      assert.lengthOf(yield* starts, 1_100)
    })
  )

  it.effect("plays the template on the clock of a test account", () =>
    Effect.gen(function* () {
      const { account_id, put, until, subscribe, messages, bodies } = yield* shop("2026-01-01T09:00:00Z")
      const template = flowTemplates.find(({ key }) => key === "abandoned-cart")
      assert.isDefined(template)
      yield* activateFlow(account_id, template.definition(sampleShop))
      yield* look
      const items = { item_count: 1, currency: "USD", total: "59.9", line_items: '[{"title":"Cup","quantity":2}]' }
      yield* put("a", "2026-01-01T09:00:00Z", { items })
      yield* subscribe
      yield* until("2026-01-01T10:01:00Z")
      yield* until("2026-01-02T10:01:00Z")
      assert.deepStrictEqual(yield* messages, ["remind captured", "last captured"])
      assert.include((yield* bodies)[0], "2 × Cup")
    })
  )
})
