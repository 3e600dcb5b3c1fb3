import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket, post } from "../support/http/http.ts"
import { newMessage, seedContact } from "../support/messages/messages.ts"

onEitherOverSocket("messages in the dashboard", (it) => {
  it.effect("are listed newest first, with the revenue attributed to their clicks", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("lister")
      const contact = yield* seedContact(account)
      const messages = yield* Effect.provide(Messages, Messages.layer)
      for (const key of ["a", "b", "c"]) yield* messages.record([newMessage(contact, { key, step_id: key })])
      // Messages of one millisecond are listed in the order of their ids.
      const [newest, newer, oldest] = yield* sql<{ readonly step_id: string }>`
        SELECT step_id FROM messages WHERE account_id = ${account} ORDER BY message_id DESC`
      const first = yield* call("GET", `/accounts/${account}/messages?per_page=2`)
      assert.deepStrictEqual(
        first.json.data.map(({ step_id }: { step_id: string }) => step_id),
        [newest?.step_id, newer?.step_id]
      )
      assert.strictEqual(first.json.pagination.total_count, 3)
      const rest = yield* call(
        "GET",
        `/accounts/${account}/messages?per_page=2&cursor=${first.json.pagination.next_cursor}`
      )
      const [message, ...more] = rest.json.data
      assert.deepStrictEqual([message.step_id, message.status, more.length], [oldest?.step_id, "queued", 0])
      yield* sql`INSERT INTO orders (account_id, order_id, total, refunded, currency, placed_at, deliveries, attributed_message_id,
          created_at, updated_at)
        SELECT ${account}, n, 11.00, 0.50, 'USD', now(), 0, ${message.id}, now(), now() FROM generate_series(1, 3) n`
      const earned = yield* call("GET", `/accounts/${account}/messages?cursor=${first.json.pagination.next_cursor}`)
      assert.deepStrictEqual(earned.json.data[0].revenue, [{ currency: "USD", orders: 3, amount: "31.50" }])
      const byFlow = yield* call("GET", `/accounts/${account}/revenue`)
      assert.deepStrictEqual(byFlow.json.data, [{ flow_id: "flow_1", currency: "USD", orders: 3, amount: "31.50" }])
      assert.strictEqual((yield* call("GET", `/accounts/${account}/messages?status=held`)).json.data.length, 0)
      assert.strictEqual((yield* call("GET", `/accounts/${account}/messages?status=lost`)).status, 422)
      assert.strictEqual((yield* call("GET", `/accounts/${account}/messages?cursor=x`)).status, 422)
    })
  )

  it.effect("a compliance suppression set by hand blocks writes, and lifting it restores the previous consents", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("suppressor")
      const { contact_id } = yield* seedContact(account)
      const path = `/accounts/${account}/contacts/${contact_id}`
      const set = yield* call("POST", `${path}/compliance-suppression`, { reason: "asked by letter" })
      assert.deepStrictEqual([set.status, set.json.data.email_consent], [200, "compliance_suppressed"])
      assert.strictEqual((yield* call("PATCH", path, { email_consent: "subscribed" })).status, 422)
      const lifted = yield* call("DELETE", `${path}/compliance-suppression`)
      assert.deepStrictEqual([lifted.status, lifted.json.data.email_consent], [200, "subscribed"])
      const { history } = (yield* call("GET", `${path}/consent`)).json.data
      assert.deepStrictEqual(
        history.map(({ cause, to, source_id }: Record<string, string>) => [cause, to, source_id]),
        [
          ["dashboard", "subscribed", ""],
          ["dashboard", "compliance_suppressed", "asked by letter"]
        ]
      )
      const unknownContact = `/accounts/${account}/contacts/con_none/compliance-suppression`
      assert.strictEqual((yield* call("POST", unknownContact, { reason: "" })).status, 404)
      const other = yield* ownerBrowser("stranger")
      assert.strictEqual((yield* other.call("POST", `${path}/compliance-suppression`, { reason: "" })).status, 404)
    })
  )

  it.effect("the provider webhook addresses work, and a delivery can be sent again", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("hooked")
      const contact = yield* seedContact(account)
      const hooks = (yield* call("GET", `/accounts/${account}/hooks`)).json.data
      assert.match(hooks.webhook_secret, /^whsec_/)
      assert.strictEqual((yield* post(hooks.email_url, null, { type: "bounce", email: contact.email })).status, 200)
      const read = yield* call("GET", `/accounts/${account}/contacts/${contact.contact_id}`)
      assert.strictEqual(read.json.data.email_consent, "compliance_suppressed")
      const deliveries = yield* Effect.provide(Deliveries, Deliveries.layer)
      const step = {
        flow_id: "flow_1",
        run_id: "run_1",
        step_id: "s1",
        key: "run_1/s1",
        order_id: null,
        event_id: null
      }
      yield* deliveries.record([{ ...step, ...contact, url: "https://shop.example/hook" }])
      const [due] = (yield* call("GET", `/accounts/${account}/deliveries`)).json.data
      assert.deepStrictEqual([due.status, due.attempts, due.tries], ["queued", 0, []])
      assert.strictEqual((yield* call("POST", `/accounts/${account}/deliveries/${due.id}/redeliver`)).status, 200)
      assert.strictEqual((yield* call("POST", `/accounts/${account}/deliveries/whd_none/redeliver`)).status, 404)
    })
  )
})
