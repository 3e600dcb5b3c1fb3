import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { seedToken } from "../support/database/seed.ts"
import { onEitherOverSocket, Origin, post } from "../support/http/http.ts"

/** An owner's account, with calls about its contacts. */
const shop = Effect.fnUntraced(function* (name: string) {
  const { call, account } = yield* ownerBrowser(name)
  const path = `/accounts/${account}/contacts`
  const create = (body: object) => Effect.map(call("POST", path, body), ({ json }) => String(json.data.id))
  const token = yield* seedToken(account, { scopes: ["orders_write"] })
  const origin = yield* Origin
  const order = (order_id: number, more: object) =>
    post(`${origin}/v1/orders/placed`, token, {
      order_id,
      email: "ada@example.com",
      total: 10,
      currency: "USD",
      order_date: "2026-11-01T00:00:00Z",
      ...more
    })
  return { call, account, path, create, order }
})

onEitherOverSocket("a contact in the dashboard", (it) => {
  it.effect("shows what it spent by currency, without voided and refunded orders", () =>
    Effect.gen(function* () {
      const { call, path, create, order } = yield* shop("spender")
      const id = yield* create({ email: "ada@example.com" })
      const spending = Effect.map(call("GET", `${path}/${id}/spending`), ({ json }) => json.data)
      assert.deepStrictEqual(yield* spending, [])
      yield* order(1, { total: 10.01 })
      yield* order(2, { total: 20 })
      yield* order(3, { total: 500, currency: "JPY" })
      yield* order(4, { total: 99, financial_status: "refunded" })
      yield* order(5, { total: 99, financial_status: "voided" })
      assert.deepStrictEqual(yield* spending, [
        { currency_code: "USD", orders: 2, total_amount: "30.01", average_amount: "15.01" },
        { currency_code: "JPY", orders: 1, total_amount: "500", average_amount: "500" }
      ])
    })
  )

  it.effect("keeps notes with their author, newest first, and erases them with the contact", () =>
    Effect.gen(function* () {
      const { call, account, path, create } = yield* shop("writer")
      const id = yield* create({ email: "ada@example.com" })
      for (const note of ["called back", "prefers tea"]) yield* call("POST", `${path}/${id}/notes`, { note })
      const notes = Effect.map(call("GET", `${path}/${id}/notes`), ({ json }) => json.data)
      const [newest, oldest] = yield* notes
      assert.deepInclude(newest, { note: "prefers tea", author: "writer@example.com" })
      assert.strictEqual(oldest.note, "called back")
      assert.strictEqual((yield* call("POST", `${path}/${id}/notes`, { note: "  " })).status, 422)
      assert.strictEqual(
        (yield* call("DELETE", `/accounts/${account}/notes/${newest.id}`)).json.data.note,
        "prefers tea"
      )
      assert.strictEqual((yield* call("DELETE", `/accounts/${account}/notes/${newest.id}`)).status, 404)
      assert.lengthOf(yield* notes, 1)
      yield* call("DELETE", `${path}/${id}`)
      assert.strictEqual((yield* call("GET", `${path}/${id}/notes`)).status, 404)
      assert.strictEqual((yield* call("DELETE", `/accounts/${account}/notes/${oldest.id}`)).status, 404)
    })
  )

  it.effect("has at most 100 notes, also when they are added at the same time", () =>
    Effect.gen(function* () {
      const { call, path, create } = yield* shop("chatterbox")
      const id = yield* create({ email: "ada@example.com" })
      // A busy machine may refuse some with 503, which adds nothing: these are sent again.
      const add = call("POST", `${path}/${id}/notes`, { note: "again" }).pipe(
        Effect.repeat({ while: ({ status }) => status === 503, times: 10 })
      )
      const answers = yield* Effect.forEach(Array.from({ length: 103 }).keys(), () => add, { concurrency: 8 })
      const refused = answers.filter(({ status }) => status === 422)
      assert.lengthOf(refused, 3)
      assert.include(refused[0]?.json.error.message + JSON.stringify(refused[0]?.json.error.details), "100 notes")
    })
  )

  it.effect("takes a corrected e-mail and phone, and names the contact that has the address already", () =>
    Effect.gen(function* () {
      const { call, path, create } = yield* shop("mender")
      const id = yield* create({ email: "adda@example.com", phone: "+14155552671" })
      const other = yield* create({ email: "grace@example.com" })
      const change = (body: object) => call("PATCH", `${path}/${id}`, body)
      const { json } = yield* change({ email: "ada@example.com", phone: "+14155552672" })
      assert.deepInclude(json.data, { email: "ada@example.com", phone: "+14155552672" })
      const taken = yield* change({ email: "GRACE@example.com" })
      assert.strictEqual(taken.status, 409)
      assert.strictEqual(taken.json.id, other)
    })
  )

  it.effect("is merged with another one, which takes its notes along and is gone", () =>
    Effect.gen(function* () {
      const { call, path, create, order } = yield* shop("merger")
      const id = yield* create({ phone: "+14155552671" })
      const from = yield* create({ email: "ada@example.com", first_name: "Ada" })
      yield* order(1, {})
      yield* call("POST", `${path}/${from}/notes`, { note: "called back" })
      const { status, json } = yield* call("POST", `${path}/${id}/merge`, { from })
      assert.strictEqual(status, 200)
      assert.deepInclude(json.data, { email: "ada@example.com", phone: "+14155552671", order_count: 1 })
      assert.strictEqual((yield* call("GET", `${path}/${id}/notes`)).json.data[0].note, "called back")
      assert.strictEqual((yield* call("GET", `${path}/${from}`)).status, 404)
      assert.strictEqual((yield* call("POST", `${path}/${id}/merge`, { from })).status, 404)
      assert.strictEqual((yield* call("POST", `${path}/${id}/merge`, { from: id })).status, 422)
      assert.strictEqual((yield* call("POST", `${path}/${id}/merge`, { from: "no id" })).status, 404)
    })
  )
})
