import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { assertConsistent } from "../support/database/assertConsistent.ts"
import { contactCaller } from "../support/samples/contacts.ts"
import { onEitherOverSocket, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { newMessage } from "../support/messages/messages.ts"
import { contact as contactOf } from "../support/samples/orders.ts"
import { rowsOf } from "../support/database/rows.ts"
import { seedAccount } from "../support/database/seed.ts"

const phone = "+14165550123"
const email = "web@example.com"

/** An account with calls to merge contacts and to place orders. */
const shop = Effect.gen(function* () {
  const caller = yield* contactCaller()
  const merge = (id: string, from: unknown, headers: Record<string, string> = {}) =>
    caller.call(`/contacts/${id}/merge`, { body: { from }, headers })
  const place = (members: object) =>
    caller.call("/orders/placed", {
      body: { total: 5, currency: "USD", order_date: "2026-11-20T10:00:00Z", ...members }
    })
  const idOf = (query: string) => Effect.map(caller.call(`/contacts?${query}`), ({ json }) => String(json.data[0]?.id))
  return { ...caller, merge, place, idOf }
})

/** A mail sent to the contact: its id, and the call of its unsubscribe link. */
const mailed = Effect.fnUntraced(function* (origin: string, account_id: string, contact_id: string) {
  const sql = yield* SqlClient.SqlClient
  const message = newMessage(contactOf({ account_id, contact_id }), { key: `mail to ${contact_id}` })
  yield* Effect.flatMap(Messages, (messages) => messages.record([message])).pipe(Effect.provide(Messages.layer))
  const [row] = yield* sql<{ message_id: string }>`SELECT message_id FROM messages
    WHERE account_id = ${account_id} AND contact_id = ${contact_id} ORDER BY message_id DESC LIMIT 1`
  const link = links.sign("unsubscribe", [account_id, row?.message_id ?? ""])
  return send(link.replace("https://tally.example", origin), { method: "POST" })
})

onEitherOverSocket("merging contacts", (it) => {
  it.effect("28: joins the contacts of the till and the web shop with everything both had", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, call, idOf, merge, origin, patch, place } = yield* shop
      const phoneQuery = `phone=${encodeURIComponent(phone)}`
      yield* place({ order_id: 1, phone, shipping_address: { name: "Ada Lovelace" }, accepts_sms_marketing: true })
      yield* place({
        order_id: 2,
        email,
        phone,
        order_date: "2026-11-21T10:00:00Z",
        accepts_email_marketing: true
      })
      const [till, web] = [yield* idOf(phoneQuery), yield* idOf(`email=${email}`)]
      yield* patch(till, { tags: ["till", "vip"], custom_fields: { size: 1.5, serial: 12, store: "Leeds" } })
      yield* patch(web, { tags: ["web", "vip"], custom_fields: { size: 2 } })
      yield* call("/events", { body: { event_type: "seen", contact_id: till } })
      const unsubscribe = yield* mailed(origin, account_id, till)
      yield* sql`INSERT INTO webhook_deliveries (account_id, delivery_id, key, flow_id, run_id, step_id, contact_id, url, payload,
          status, due_at, created_at, updated_at)
        VALUES (${account_id}, 'del', 'k', 'f', 'r', 's', ${till}, 'https://a.example', '{}', 'failed', now(), now(), now())`

      const before = yield* rowsOf(account_id)
      const dry = yield* merge(web, till, { prefer: "dry-run" })
      assert.deepStrictEqual(yield* rowsOf(account_id), before)
      const merged = yield* merge(web, till)
      assert.strictEqual(merged.status, 200)
      const { updated_at: _, ...one } = merged.json.data
      const { updated_at: __, ...foretold } = dry.json.data
      assert.deepStrictEqual(foretold, one)
      assert.strictEqual(dry.json.dry_run.action, "merged")
      assert.include(merged.text, '"tags":["web","vip","till"],"custom_fields":{"size":2,"serial":12,"store":"Leeds"}')
      assert.deepStrictEqual(
        [one.id, one.email, one.phone, one.first_name, one.email_consent, one.sms_consent, one.order_count],
        [web, email, phone, "Ada", "subscribed", "subscribed", 2]
      )
      assert.deepStrictEqual([one.first_order_at, one.last_order_at], ["2026-11-20T10:00:00Z", "2026-11-21T10:00:00Z"])
      assert.strictEqual((yield* call(`/contacts/${web}`)).text, merged.text)

      for (const path of ["", "/consent"]) assert.strictEqual((yield* call(`/contacts/${till}${path}`)).status, 404)
      assert.strictEqual((yield* merge(web, till)).status, 404)
      assert.strictEqual((yield* merge(till, web)).status, 404)
      const { history } = (yield* call(`/contacts/${web}/consent`)).json.data
      assert.deepStrictEqual(
        history.map((line: Record<string, unknown>) => [line["channel"], line["to"], line["source_id"]]),
        [
          ["sms", "subscribed", till],
          ["email", "subscribed", till],
          ["email", "subscribed", "2"],
          ["sms", "subscribed", "1"]
        ]
      )
      const [left] = yield* sql`SELECT
        (SELECT count(*)::int FROM events WHERE contact_id = ${web}) AS events,
        (SELECT count(*)::int FROM messages WHERE contact_id = ${web}) AS messages,
        (SELECT count(*)::int FROM webhook_deliveries WHERE contact_id = ${web}) AS deliveries`
      assert.deepStrictEqual(left, { events: 1, messages: 1, deliveries: 1 })
      const tables = yield* sql<{ name: string }>`SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'contact_id' ORDER BY 1`
      for (const { name } of tables) {
        assert.deepStrictEqual(yield* sql`SELECT 1 FROM ${sql(name)} WHERE contact_id = ${till}`, [], name)
      }
      yield* assertConsistent(account_id)

      // The unsubscribe link in the mail to the till's contact applies to the merged consent.
      assert.strictEqual((yield* unsubscribe).status, 200)
      assert.strictEqual((yield* call(`/contacts/${web}`)).json.data.email_consent, "unsubscribed")
      // Updates of either contact's orders are linked to the remaining contact.
      yield* place({ order_id: 1, phone, shipment_status: "delivered" })
      yield* place({ order_id: 3, phone })
      assert.strictEqual((yield* call(`/contacts/${web}`)).json.data.order_count, 3)
      yield* assertConsistent(account_id)
    })
  )

  it.effect("keeps the stricter consent and the withdrawals of the contact and of its remaining address", () =>
    Effect.gen(function* () {
      const { account_id, call, create, idOf, merge, origin, place } = yield* shop
      const recent = new Date(Date.now() - 60_000).toISOString()
      const yes = { order_date: recent, accepts_email_marketing: true }
      const kept = yield* create({ email: "kept@example.com", email_consent: "subscribed" })
      const gone = yield* create({ email: "gone@example.com", email_consent: "subscribed" })
      yield* yield* mailed(origin, account_id, gone)
      assert.strictEqual((yield* merge(kept, gone)).json.data.email_consent, "unsubscribed")
      yield* place({ order_id: 1, email: "kept@example.com", ...yes })
      assert.strictEqual((yield* call(`/contacts/${kept}`)).json.data.email_consent, "unsubscribed")
      yield* place({ order_id: 2, email: "gone@example.com", ...yes })
      const again = yield* idOf("email=gone@example.com")
      assert.notInclude([kept, gone], again)
      assert.strictEqual((yield* call(`/contacts/${again}`)).json.data.email_consent, "unsubscribed")
      yield* assertConsistent(account_id)
    })
  )

  it.effect("refuses a merge with itself or a compliance_suppressed contact by 422, and unknown contacts by 404", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, call, create, merge } = yield* shop
      const other = yield* seedAccount({ scopes: ["contacts_write"] })
      const [one, two] = [yield* create({ email: "one@example.com" }), yield* create({ email: "two@example.com" })]
      yield* sql`UPDATE contacts SET email_consent = 'compliance_suppressed' WHERE contact_id = ${two}`
      const before = yield* rowsOf(account_id)
      for (const [id, from, field] of [
        [one, one, "from"],
        [one, 7, "from"],
        [one, null, "from"],
        [one, two, "email_consent"],
        [two, one, "email_consent"]
      ] as const) {
        const refused = yield* merge(id, from)
        assert.deepStrictEqual([refused.status, refused.json.error.details[0].field], [422, field])
      }
      const absent = `con_${"0".repeat(26)}`
      for (const [id, from] of [
        [one, absent],
        [absent, one],
        [one, "nonsense"],
        ["nonsense", one]
      ] as const) {
        assert.strictEqual((yield* merge(id, from)).status, 404)
      }
      const bearer = { authorization: `Bearer ${other.token}` }
      const made = yield* call("/contacts", { body: { email: "foreign@example.com" }, headers: bearer })
      const foreign = String(made.json.data.id)
      assert.strictEqual((yield* merge(one, two, bearer)).status, 404)
      assert.strictEqual((yield* merge(foreign, one, bearer)).status, 404)
      assert.strictEqual((yield* merge(one, foreign)).status, 404)
      assert.deepStrictEqual(yield* rowsOf(account_id), before)
    })
  )

  it.effect("happens once under concurrent merges in both directions, orders, changes and unsubscribes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, call, create, merge, origin, patch, place } = yield* shop
      for (const round of [1, 2, 3, 4]) {
        const address = (name: string) => `${name}${round}@example.com`
        const one = yield* create({ email: address("one"), email_consent: "subscribed" })
        const two = yield* create({ phone: `+1415555267${round}`, sms_consent: "subscribed" })
        const unsubscribe = yield* mailed(origin, account_id, two)
        const calls = Array.from({ length: 24 }, (_, at) => {
          const order = { order_id: round * 100 + (at % 12), order_date: `2026-11-${10 + (at % 12)}T00:00:00Z` }
          if (at % 6 === 0) return merge(one, two)
          if (at % 6 === 1) return merge(two, one)
          if (at % 6 === 2) return place({ ...order, phone: `+1415555267${round}` })
          if (at % 6 === 3) return patch(at % 4 < 2 ? one : two, { first_name: `Name ${at}` })
          if (at === 10) return unsubscribe
          return place({ ...order, email: address("one") })
        })
        const answers = yield* Effect.forEach(
          calls,
          (one) => Effect.repeat(one, { while: ({ status }) => status === 503 }),
          { concurrency: "unbounded" }
        )
        const merges = answers.filter((_, at) => at % 6 < 2).map(({ status }) => status)
        assert.deepStrictEqual(merges.toSorted(), [200, ...Array.from({ length: 7 }, () => 404)])
        for (const { status } of answers) assert.include([200, 201, 404], status)
        const rows = yield* sql<{ email: string; phone: string; email_consent: string; order_count: number }>`
          SELECT email, phone, email_consent, order_count FROM contacts
          WHERE account_id = ${account_id} AND (email = ${address("one")} OR phone = ${`+1415555267${round}`})`
        assert.deepStrictEqual(rows, [
          {
            email: address("one"),
            phone: `+1415555267${round}`,
            email_consent: "unsubscribed",
            order_count: rows[0]?.order_count ?? 0
          }
        ])
        yield* assertConsistent(account_id)
      }
      assert.strictEqual((yield* call("/contacts")).json.pagination.total_count, 4)
    })
  )
})
