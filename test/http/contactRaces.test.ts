import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assertConsistent } from "../support/database/assertConsistent.ts"
import { contactCaller } from "../support/samples/contacts.ts"
import { type ApiResponse, onEitherOverSocket } from "../support/http/http.ts"

/** Repeats a call after 503, which it gets when too many calls wait for one contact. */
const patient = <E, R>(call: Effect.Effect<ApiResponse, E, R>) =>
  Effect.repeat(call, { while: ({ status }) => status === 503 })

const all = <E, R>(count: number, one: (at: number) => Effect.Effect<ApiResponse, E, R>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, at) => at),
    (at) => patient(one(at)),
    { concurrency: "unbounded" }
  )

const tally = (statuses: ReadonlyArray<number>) =>
  Object.fromEntries(
    Map.groupBy(statuses, String)
      .entries()
      .map(([status, some]) => [status, some.length])
  )

type Step = "order" | "patch" | "erase"

const arrangements = (names: ReadonlyArray<Step>): ReadonlyArray<ReadonlyArray<Step>> =>
  names.length < 2
    ? [names]
    : names.flatMap((name) => arrangements(names.filter((other) => other !== name)).map((rest) => [name, ...rest]))

onEitherOverSocket("concurrent calls on contacts", (it) => {
  it.effect("64 times the same POST: one 201, and 63 times 409 with its id", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const answers = yield* all(64, () =>
        call("/contacts", { body: { email: "one@example.com", phone: "+14155552671" } })
      )
      assert.deepStrictEqual(tally(answers.map(({ status }) => status)), { 201: 1, 409: 63 })
      assert.strictEqual(new Set(answers.map(({ json }) => json.id ?? json.data.id)).size, 1)
    })
  )

  it.effect("64 times the same POST under one key: one contact, 63 replays, and 409 for another body", () =>
    Effect.gen(function* () {
      const { call, patch } = yield* contactCaller()
      const headers = { "idempotency-key": "once" }
      const post = (email: string) => call("/contacts", { body: { email }, headers })
      const answers = yield* all(64, () => post("two@example.com"))
      assert.deepStrictEqual(tally(answers.map(({ status }) => status)), { 201: 64 })
      assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
      const replays = answers.filter((answer) => answer.headers.get("idempotent-replay") === "true")
      assert.lengthOf(replays, 63)
      const reused = yield* post("three@example.com")
      assert.deepStrictEqual([reused.status, reused.json.error.code, reused.json.id], [409, "conflict", undefined])
      const id = answers[0]?.json.data.id
      yield* patch(id, { first_name: "Later" })
      assert.strictEqual((yield* post("two@example.com")).text, answers[0]?.text)
      const first = yield* patch(id, { last_name: "x" }, headers)
      const second = yield* patch(id, { last_name: "x" }, headers)
      assert.deepStrictEqual([second.status, second.text], [200, first.text])
      assert.strictEqual(second.headers.get("idempotent-replay"), "true")
      assert.strictEqual((yield* patch(id, {}, { "idempotency-key": "k".repeat(256) })).status, 422)
    })
  )

  it.effect(
    "64 times PATCH to subscribed: one welcome text for each real change, none with send_welcome_sms false",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id, create, patch } = yield* contactCaller()
        const welcomes = Effect.map(
          sql<{ total: number }>`SELECT count(*)::int AS total FROM messages
          WHERE account_id = ${account_id} AND purpose = 'welcome'`,
          ([row]) => row?.total
        )
        const id = yield* create({ phone: "+14155552671" })
        const answers = yield* all(64, () => patch(id, { sms_consent: "subscribed" }))
        assert.deepStrictEqual(tally(answers.map(({ status }) => status)), { 200: 64 })
        assert.strictEqual(yield* welcomes, 1)
        yield* patch(id, { sms_consent: "unsubscribed" })
        yield* patch(id, { sms_consent: "subscribed", send_welcome_sms: false })
        assert.strictEqual(yield* welcomes, 1)
        yield* patch(id, { sms_consent: "single_opt_in" })
        yield* patch(id, { sms_consent: "subscribed" })
        assert.strictEqual(yield* welcomes, 2)
        yield* create({ phone: "+14155552672", sms_consent: "subscribed" })
        assert.strictEqual(yield* welcomes, 3)
      })
  )

  it.effect("orders, PATCH and DELETE of one contact: ledger, figures, totals and orders agree in the end", () =>
    Effect.gen(function* () {
      const { account_id, call, patch, create } = yield* contactCaller()
      const email = "busy@example.com"
      const ids = new Set([yield* create({ email })])
      const current = Effect.map(call(`/contacts?email=${email}`), ({ json }) => {
        const id: string | undefined = json.data[0]?.id
        if (id !== undefined) ids.add(id)
        return id ?? [...ids][0] ?? ""
      })
      const order = (at: number) =>
        call("/orders/placed", {
          body: {
            order_id: (at % 12) + 1,
            email,
            total: 1,
            currency: "USD",
            order_date: `2026-11-${String((at % 20) + 1).padStart(2, "0")}T00:00:00Z`,
            accepts_email_marketing: at % 2 === 0
          }
        })
      const states = ["subscribed", "unsubscribed", "suppressed", "never_subscribed"]
      const answers = yield* Effect.forEach(
        Array.from({ length: 90 }, (_, at) => at),
        (at) =>
          Effect.gen(function* () {
            if (at % 3 === 0) return (yield* patient(order(at))).status
            const id = yield* current
            if (at % 15 === 7) return (yield* patient(call(`/contacts/${id}`, { method: "DELETE" }))).status
            return (yield* patient(patch(id, { email_consent: states[at % 4] }))).status
          }),
        { concurrency: 24 }
      )
      for (const status of answers) assert.include([200, 201, 404], status)
      yield* assertConsistent(account_id)
    })
  )

  it.effect("an order, a PATCH and a DELETE of one contact, in every order, one after another and at once", () =>
    Effect.gen(function* () {
      const { account_id, call, patch, create } = yield* contactCaller()
      for (const [at, names] of arrangements(["order", "patch", "erase"]).entries()) {
        for (const concurrency of [1, "unbounded"] as const) {
          const email = `${names.join("-")}-${concurrency}@example.com`
          const id = yield* create({ email })
          const order_id = at * 2 + (concurrency === 1 ? 1 : 2)
          const order_date = "2026-11-20T10:00:00Z"
          const body = { order_id, email, total: 1, currency: "USD", order_date, accepts_email_marketing: true }
          const steps = {
            order: call("/orders/placed", { body }),
            patch: patch(id, { email_consent: "unsubscribed" }),
            erase: call(`/contacts/${id}`, { method: "DELETE" })
          }
          const answers = yield* Effect.forEach(names, (name) => steps[name], { concurrency })
          const statuses = Object.fromEntries(names.map((name, index) => [name, answers[index]?.status]))
          assert.strictEqual(statuses["order"], 201)
          assert.strictEqual(statuses["erase"], 200)
          // In sequence, PATCH finds no contact exactly when DELETE came first.
          if (concurrency === 1) {
            assert.strictEqual(statuses["patch"], names.indexOf("patch") < names.indexOf("erase") ? 200 : 404)
          } else assert.include([200, 404], statuses["patch"])
          yield* assertConsistent(account_id)
        }
      }
    })
  )
})
