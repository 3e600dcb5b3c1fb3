import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contactCaller } from "../support/samples/contacts.ts"
import { onEitherOverSocket, Origin, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"

// A word too long to appear in a random id by chance, as "ada" does in one of two hundred.
const address = { first_name: "Lulu", city: "London" }

const order = (members: object) => ({
  order_id: 1,
  email: "lulu@example.com",
  phone: "+14155552671",
  total: 1,
  currency: "USD",
  order_date: new Date(Date.now() - 86_400_000).toISOString(),
  shipping_address: address,
  billing_address: address,
  ...members
})

/** Every row of the account in every table with personal columns, as text. */
const everything = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ rows: string }>`SELECT concat(
    (SELECT json_agg(t) FROM contacts t WHERE account_id = ${account_id}),
    (SELECT json_agg(t) FROM orders t WHERE account_id = ${account_id}),
    (SELECT json_agg(t) FROM events t WHERE account_id = ${account_id}),
    (SELECT json_agg(t) FROM messages t WHERE account_id = ${account_id}),
    (SELECT json_agg(t) FROM consent_log t WHERE account_id = ${account_id}),
    (SELECT json_agg(t) FROM idempotency_keys t WHERE account_id = ${account_id}),
    (SELECT json_agg(t) FROM suppressions t WHERE account_id = ${account_id})) AS rows`
  return rows[0]?.rows ?? ""
})

onEitherOverSocket("an erased contact", (it) => {
  it.effect("is returned as it was, and its personal data is deleted", () =>
    Effect.gen(function* () {
      const { account_id, call, patch } = yield* contactCaller()
      const made = yield* call("/contacts", {
        body: { email: "lulu@example.com", phone: "+14155552671", first_name: "Lulu", email_consent: "suppressed" },
        headers: { "idempotency-key": "k" }
      })
      const { id } = made.json.data
      yield* patch(id, { sms_consent: "subscribed" }, { "idempotency-key": "k" })
      yield* call("/orders/placed", { body: order({}) })
      yield* call("/events", { body: { event_type: "quiz", contact_id: id, event_data: { name: "Lulu" } } })
      const before = yield* call(`/contacts/${id}`)
      assert.strictEqual(before.json.data.order_count, 1)
      const gone = yield* call(`/contacts/${id}`, { method: "DELETE" })
      assert.deepStrictEqual([gone.status, gone.text], [200, before.text])
      for (const [method, path] of [
        ["GET", ""],
        ["GET", "/consent"],
        ["DELETE", ""],
        ["POST", "/unsubscribe"]
      ] as const) {
        assert.strictEqual((yield* call(`/contacts/${id}${path}`, { method })).status, 404)
      }
      const rest = yield* everything(account_id)
      for (const personal of [/lulu/i, /4155552671/, /london/i]) assert.notMatch(rest, personal)
    })
  )

  it.effect("that returns by POST or by an order has a new id and its former opt-outs", () =>
    Effect.gen(function* () {
      const { call, create } = yield* contactCaller()
      for (const [at, state] of ["unsubscribed", "suppressed", "subscribed"].entries()) {
        const email = `back${at}@example.com`
        const phone = `+1415555268${at}`
        const first = yield* create({ email, phone, email_consent: state, sms_consent: "unsubscribed" })
        yield* call(`/contacts/${first}`, { method: "DELETE" })
        const again = yield* call("/contacts", { body: { email: email.toUpperCase(), phone } })
        const { id, email_consent, sms_consent } = again.json.data
        assert.notStrictEqual(id, first)
        const kept = state === "subscribed" ? "never_subscribed" : state
        assert.deepStrictEqual([email_consent, sms_consent], [kept, "unsubscribed"])
        const { history } = (yield* call(`/contacts/${id}/consent`)).json.data
        assert.deepStrictEqual(
          history.map(({ channel, to, cause }: Record<string, unknown>) => [channel, to, cause]),
          [["sms", "unsubscribed", "erasure"], ...(state === "subscribed" ? [] : [["email", state, "erasure"]])]
        )
        yield* call(`/contacts/${id}`, { method: "DELETE" })
        yield* call("/orders/placed", {
          body: order({ order_id: at + 1, email, phone, accepts_email_marketing: true, accepts_sms_marketing: true })
        })
        const [ordered] = (yield* call(`/contacts?email=${email}`)).json.data
        // An order placed before the erasure restores no withdrawn consent.
        assert.strictEqual(ordered.email_consent, kept)
        assert.strictEqual(ordered.sms_consent, "unsubscribed")
      }
    })
  )

  it.effect("withdraws by the link of an old mail: a yes from before that moment counts for nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const origin = yield* Origin
      const { account_id, call, create } = yield* contactCaller()
      const email = "left@example.com"
      const id = yield* create({ email, email_consent: "subscribed" })
      yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, body, status, due_at, created_at, updated_at)
        VALUES (${account_id}, 'msg_old', 'old', ${id}, 'email', 'flow', '', 'sent', now(), now(), now())`
      yield* call(`/contacts/${id}`, { method: "DELETE" })
      const between = new Date().toISOString()
      const link = links.sign("unsubscribe", [account_id, "msg_old"]).replace("https://tally.example", origin)
      const state = sql`SELECT state FROM suppressions WHERE account_id = ${account_id}`
      assert.deepStrictEqual(yield* state, [{ state: "never_subscribed" }])
      assert.strictEqual((yield* send(link, { method: "POST" })).status, 200)
      assert.deepStrictEqual(yield* state, [{ state: "unsubscribed" }])
      yield* call("/orders/placed", {
        body: order({ order_id: 9, email, order_date: between, accepts_email_marketing: true })
      })
      const [ordered] = (yield* call(`/contacts?email=${email}`)).json.data
      assert.strictEqual(ordered.email_consent, "unsubscribed")
    })
  )

  it.effect("that returns by an event has its former opt-outs, also in a shared transaction", () =>
    Effect.gen(function* () {
      const { call, create } = yield* contactCaller()
      const decided = ["unsubscribed", "suppressed"]
      for (const state of decided) {
        const id = yield* create({ email: `${state}@example.com`, email_consent: state })
        yield* call(`/contacts/${id}`, { method: "DELETE" })
      }
      yield* Effect.forEach(
        ["new", ...decided, "other"],
        (name) => call("/events", { body: { event_type: "quiz", email: `${name}@example.com` } }),
        { concurrency: "unbounded" }
      )
      for (const state of decided) {
        const [back] = (yield* call(`/contacts?email=${state}@example.com`)).json.data
        assert.strictEqual(back.email_consent, state)
      }
    })
  )

  it.effect("that was compliance_suppressed stays so under every write", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, call, create, patch } = yield* contactCaller()
      const id = yield* create({ email: "spam@example.com" })
      yield* sql`UPDATE contacts SET email_consent = 'compliance_suppressed'
        WHERE account_id = ${account_id} AND contact_id = ${id}`
      for (const body of [{}, { email_consent: "subscribed" }, { first_name: "x" }]) {
        const refused = yield* patch(id, body)
        assert.strictEqual(refused.status, 422)
        assert.strictEqual(refused.json.error.details[0].field, "email_consent")
      }
      assert.strictEqual((yield* call(`/contacts/${id}/unsubscribe`, { method: "POST" })).status, 422)
      assert.strictEqual((yield* call(`/contacts/${id}`, { method: "DELETE" })).status, 200)
      const asking = { email: "spam@example.com", email_consent: "subscribed" }
      assert.strictEqual((yield* call("/contacts", { body: asking })).status, 422)
      const back = yield* call("/contacts", { body: { email: "spam@example.com" } })
      assert.deepStrictEqual([back.status, back.json.data.email_consent], [201, "compliance_suppressed"])
    })
  )
})

onEitherOverSocket("the consent ledger", (it) => {
  it.effect("gives the state at any time as the fold of the lines recorded until then", () =>
    Effect.gen(function* () {
      const { call, create, patch } = yield* contactCaller()
      const id = yield* create({ email: "l@example.com", phone: "+14155552690" })
      for (const body of [
        { email_consent: "subscribed" },
        { email_consent: "suppressed", sms_consent: "subscribed" },
        { email_consent: "unsubscribed" },
        { sms_consent: "single_opt_in" }
      ]) {
        yield* patch(id, body)
        yield* Effect.yieldNow
      }
      yield* call("/orders/placed", {
        body: order({
          email: "l@example.com",
          phone: null,
          order_date: "2020-01-01T00:00:00Z",
          accepts_email_marketing: true
        })
      })
      const now = (yield* call(`/contacts/${id}/consent`)).json.data
      const contact = (yield* call(`/contacts/${id}`)).json.data
      assert.deepStrictEqual([now.email.state, now.sms.state], [contact.email_consent, contact.sms_consent])
      assert.lengthOf(now.history, 7)
      assert.deepStrictEqual(
        [now.history[0].refused, now.history[0].cause, now.history[0].rule],
        [true, "order", "An order older than six months gives no e-mail consent"]
      )
      for (const { recorded_at } of now.history) {
        const then = (yield* call(`/contacts/${id}/consent?at=${recorded_at}`)).json.data
        const former = now.history.filter(
          (line: { recorded_at: string }) => Date.parse(line.recorded_at) <= Date.parse(recorded_at)
        )
        assert.deepStrictEqual(then.history, former)
        for (const channel of ["email", "sms"]) {
          const last = former.find(
            (line: { channel: string; refused: boolean }) => line.channel === channel && !line.refused
          )
          assert.strictEqual(then[channel].state, last?.to ?? "never_subscribed")
          assert.strictEqual(then[channel].since, last?.recorded_at ?? contact.created_at)
        }
      }
      const early = (yield* call(`/contacts/${id}/consent?at=2000-01-01T00:00:00Z`)).json.data
      assert.deepStrictEqual(early, {
        email: { state: "never_subscribed", since: null },
        sms: { state: "never_subscribed", since: null },
        paused_until: null,
        left_topics: [],
        history: []
      })
      assert.strictEqual((yield* call(`/contacts/${id}/consent?at=now`)).status, 422)
      assert.strictEqual((yield* call(`/contacts/${id}/consent?page=1`)).status, 422)
    })
  )
})
