import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket, Origin, post } from "../support/http/http.ts"
import { seedIntegration, seedToken } from "../support/database/seed.ts"

const flow = (trigger: object, more: object = {}) => ({
  name: "Thanks",
  definition: {
    trigger,
    filters: [],
    entry: { type: "always" },
    exit: { on_purchase: false },
    steps: [{ id: "s1", type: "delay", duration: "2 days" }],
    ...more
  }
})

const order = {
  order_id: 7,
  email: "ada@example.com",
  total: 60,
  currency: "USD",
  order_date: new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+Z/, "Z"),
  shipment_status: "delivered",
  accepts_email_marketing: true
}

/** An account with a store, and calls to activate flows and to post. */
const shop = Effect.fnUntraced(function* (name: string) {
  const { call, account } = yield* ownerBrowser(name)
  yield* seedIntegration(account)
  const token = yield* seedToken(account, { scopes: ["orders_write", "events_write", "contacts_write"] })
  const origin = yield* Origin
  const activate = Effect.fnUntraced(function* (body: object) {
    const { json } = yield* call("POST", `/accounts/${account}/flows`, body)
    yield* call("POST", `/accounts/${account}/flows/${json.data.id}/activate`)
    return String(json.data.id)
  })
  const report = (path: string, body: object) => post(`${origin}/v1${path}`, token, body)
  return { call, account, activate, report, read: (path: string) => call("GET", `/accounts/${account}${path}`) }
})

onEitherOverSocket("history", (it) => {
  it.effect("of a contact is one timeline, newest first, paged without gaps or duplicates", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account, activate, report, read } = yield* shop("historian")
      yield* activate(flow({ type: "order_received" }))
      yield* report("/orders/placed", order)
      yield* report("/events", { event_type: "looked", email: order.email, event_data: { at: "tea" } })
      const [contact] = (yield* read("/contacts")).json.data
      const path = `/contacts/${contact.id}/timeline`
      yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, body, subject, status, due_at,
          created_at, updated_at, sent_at, clicked_at)
        VALUES (${account}, 'msg_1', 'k', ${contact.id}, 'email', 'flow', '', 'Hello', 'clicked', now(), now(), now(),
          now() + interval '1 hour', now() + interval '2 hours')`
      yield* call("PATCH", `/accounts/${account}/contacts/${contact.id}`, { email_consent: "unsubscribed" })
      const whole = (yield* read(path)).json
      const kinds = whole.data.map(({ happening }: { happening: { type: string } }) => happening.type)
      assert.deepStrictEqual(kinds, ["click", "message", "consent", "event", "flow", "consent", "order"])
      assert.strictEqual(whole.next_cursor, null)
      assert.deepInclude(whole.data[2].happening, {
        to: "unsubscribed",
        rule: "The consent of the contact was set"
      })
      assert.deepInclude(whole.data[6].happening, {
        order_id: "7",
        total_amount: "60.00",
        shipment_status: "delivered"
      })
      const parts: Array<unknown> = []
      let cursor: string | null = ""
      while (cursor !== null) {
        const part: { data: Array<unknown>; next_cursor: string | null } = (yield* read(
          `${path}?per_page=2${cursor === "" ? "" : `&cursor=${cursor}`}`
        )).json
        parts.push(...part.data)
        cursor = part.next_cursor
      }
      assert.deepStrictEqual(parts, whole.data)
      assert.strictEqual((yield* read(`${path}?cursor=x`)).status, 422)
      assert.strictEqual((yield* read("/contacts/con_none/timeline")).status, 404)
      const stranger = yield* ownerBrowser("curious")
      assert.strictEqual((yield* stranger.call("GET", `/accounts/${stranger.account}${path}`)).status, 404)
    })
  )

  it.effect(
    "of an order has the flows it started, those that did not start and why, and the click it is attributed to",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account, activate, report, read } = yield* shop("seller")
        const started = yield* activate(flow({ type: "order_received" }))
        const filters = [[{ field: "order.total", op: "gte", value: 100 }]]
        const dear = yield* activate(flow({ type: "order_placed" }, { filters }))
        yield* report("/contacts", { email: order.email })
        const [contact] = (yield* read("/contacts")).json.data
        yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, body, subject, status, due_at,
          created_at, updated_at, sent_at, clicked_at)
        VALUES (${account}, 'msg_2', 'k', ${contact.id}, 'email', 'flow', '', 'Hello', 'clicked', now(), now(), now(), now(),
          '2026-05-04T09:30:00Z')`
        yield* sql`UPDATE contacts SET last_click_message_id = 'msg_2', last_clicked_at = now() WHERE account_id = ${account}`
        yield* report("/orders/placed", order)
        const { attribution, flows } = (yield* read("/orders/7")).json.data
        assert.deepStrictEqual(attribution, {
          message_id: "msg_2",
          channel: "email",
          subject: "Hello",
          flow_id: null,
          clicked_at: "2026-05-04T09:30:00Z"
        })
        const shown = flows.map(({ flow_id, cause, refused, run }: Record<string, { status?: string } | null>) => [
          flow_id,
          cause,
          refused,
          run?.status
        ])
        assert.sameDeepMembers(shown, [
          [started, "order_received", null, "waiting"],
          [dear, "order_placed", "filters", undefined]
        ])
      })
  )

  it.effect("of an event has its data, its key, and the flows it started or why none", () =>
    Effect.gen(function* () {
      const { account, activate, report, read, call } = yield* shop("debugger")
      const event = { event_type: "looked", email: order.email, event_data: { n: 1 }, idempotency_key: "once" }
      const fate = Effect.fnUntraced(function* (body: object) {
        const { json } = yield* report("/events", body)
        const { data } = (yield* read(`/events/${json.data.event_id}`)).json
        return {
          ...data.event,
          ...data,
          flows: data.flows.map(({ refused, run }: Record<string, { status?: string }>) => refused ?? run?.status)
        }
      })
      assert.deepInclude(yield* fate(event), {
        unstarted: "no_active_flow",
        flows: [],
        contact: order.email,
        idempotency_key: "once",
        event_data: '{"n":1}'
      })
      const id = yield* activate(flow({ type: "event", event_type: "looked" }, { entry: { type: "once" } }))
      assert.deepInclude(yield* fate({ ...event, idempotency_key: "twice" }), { unstarted: null, flows: ["waiting"] })
      assert.deepInclude(yield* fate({ ...event, idempotency_key: "thrice" }), { unstarted: null, flows: ["entry"] })
      const old = new Date(Date.now() - 73 * 3_600_000).toISOString().replace(/\.\d+Z/, "Z")
      assert.deepInclude(yield* fate({ ...event, idempotency_key: "late", event_time: old }), { unstarted: "late" })
      const filters = [[{ field: "event.event_data.n", op: "gt", value: 1 }]]
      yield* call("PUT", `/accounts/${account}/flows/${id}`, flow({ type: "event", event_type: "looked" }, { filters }))
      assert.deepInclude(yield* fate({ ...event, idempotency_key: "other" }), { unstarted: null, flows: ["filters"] })
      const [contact] = (yield* read("/contacts")).json.data
      yield* call("DELETE", `/accounts/${account}/contacts/${contact.id}`)
      const [{ contact_id, idempotency_key, event_data }] = (yield* read("/events")).json.data
      assert.deepStrictEqual([contact_id, idempotency_key, event_data], [null, null, null])
      assert.strictEqual((yield* read("/events/evt_none")).status, 404)
    })
  )
})
