import { assert, it as alone } from "@effect/vitest"
import { Effect, Fiber, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import type { Contact } from "../../src/domain/contacts/Contact.ts"
import { isPublicAddress } from "../../src/outbound/webhooks/publicAddress.ts"
import { WebhookCalls } from "../../src/outbound/webhooks/WebhookCalls.ts"
import { webhookSecret } from "../../src/outbound/webhooks/signWebhook.ts"
import { SendWebhooks } from "../../src/programs/messages/SendWebhooks.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { HookNonces } from "../../src/store/accounts/HookNonces.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { databaseLayer, postgres, settingsLayer } from "../support/database/databases.ts"
import { idleCapacity, seedContact } from "../support/messages/messages.ts"
import { httpServer } from "../support/messages/providers.ts"
import { seedAccount } from "../support/database/seed.ts"
import { OnTestTime } from "../support/flows/testTime.ts"

const webhooks = (settings: Readonly<Record<string, string>>) =>
  SendWebhooks.layer.pipe(
    Layer.provideMerge([Deliveries.layer, WebhookCalls.layer, HookNonces.layer.pipe(Layer.provide(Secrets.layer))]),
    Layer.provideMerge(Keys.layer),
    Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32), ...settings })),
    Layer.provideMerge(databaseLayer(postgres)),
    Layer.provide(OnTestTime)
  )
const here = webhooks({ WEBHOOK_ALLOW_PRIVATE: "true" })

const recorded = Effect.fnUntraced(function* ({ account_id, contact_id }: Contact, url: string) {
  const step = { flow_id: "flow_1", run_id: "run_1", step_id: "s1", key: "run_1/s1" }
  yield* (yield* Deliveries).record([{ account_id, contact_id, url, order_id: null, event_id: null, ...step }])
})
const sendDue = Effect.gen(function* () {
  const due = yield* (yield* SendWebhooks).claim(idleCapacity)
  yield* Effect.forEach(due, ({ send }) => send, { concurrency: "unbounded", discard: true })
})
const Row = Schema.Struct({ status: Schema.String, attempts: Schema.Int, due_at: Schema.Date })
const Try = Schema.Struct({ status: Schema.NullOr(Schema.Int), reason: Schema.NullOr(Schema.String) })
const deliveryOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT status, attempts, due_at FROM webhook_deliveries WHERE account_id = ${account_id}`
  const tries =
    yield* sql`SELECT status, reason FROM webhook_attempts WHERE account_id = ${account_id} ORDER BY attempt_id`
  return {
    delivery: (yield* Schema.decodeUnknownEffect(Schema.Array(Row))(rows))[0],
    tries: yield* Schema.decodeUnknownEffect(Schema.Array(Try))(tries)
  }
})

alone.live("a receiver can check the signature of what it gets with the library of the standard", () =>
  Effect.gen(function* () {
    const server = yield* httpServer()
    const contact = yield* seedContact((yield* seedAccount()).account_id)
    yield* recorded(contact, `${server.url}/hook`)
    yield* recorded(contact, `${server.url}/hook`)
    yield* sendDue
    assert.strictEqual(server.received.length, 1)
    const { headers, body } = server.received[0]!
    const secret = webhookSecret(yield* Keys, contact.account_id, null)
    const verified = new Webhook(secret).verify(body, {
      "webhook-id": String(headers["webhook-id"]),
      "webhook-timestamp": String(headers["webhook-timestamp"]),
      "webhook-signature": String(headers["webhook-signature"])
    })
    assert.nestedPropertyVal(verified, "data.contact.first_name", "Ada")
    assert.throws(() => new Webhook(secret).verify(`${body} `, { ...headers } as Record<string, string>))
    assert.strictEqual((yield* deliveryOf(contact.account_id)).delivery?.status, "delivered")
  }).pipe(Effect.provide(here))
)

alone.live("a secret that is rotated signs from the next call on, and the old one no more", () =>
  Effect.gen(function* () {
    const server = yield* httpServer()
    const contact = yield* seedContact((yield* seedAccount()).account_id)
    const { webhook_nonce } = yield* (yield* HookNonces).rotate(contact.account_id, "webhook_nonce", "usr_0")
    yield* recorded(contact, `${server.url}/hook`)
    yield* sendDue
    const { headers, body } = server.received[0]!
    const keys = yield* Keys
    const verify = (nonce: string | null) =>
      new Webhook(webhookSecret(keys, contact.account_id, nonce)).verify(body, { ...headers } as Record<string, string>)
    assert.isNotNull(webhook_nonce)
    assert.nestedPropertyVal(verify(webhook_nonce), "data.contact.first_name", "Ada")
    assert.throws(() => verify(null))
  }).pipe(Effect.provide(here))
)

alone.effect("a receiver that fails or redirects is called again under the same id, for three days at most", () =>
  Effect.gen(function* () {
    const target = yield* httpServer()
    const server = yield* httpServer((response) => response.writeHead(302, { location: target.url }).end())
    const contact = yield* seedContact((yield* seedAccount()).account_id)
    yield* recorded(contact, server.url)
    for (let round = 0; round < 12; round++) {
      yield* sendDue
      yield* TestClock.adjust("1 day")
    }
    const { delivery, tries } = yield* deliveryOf(contact.account_id)
    assert.strictEqual(delivery?.status, "failed")
    assert.deepStrictEqual([...new Set(tries.map(({ status }) => status))], [302])
    assert.strictEqual(tries.length, 10)
    assert.strictEqual(new Set(server.received.map(({ headers }) => headers["webhook-id"])).size, 1)
    assert.strictEqual(target.received.length, 0)
  }).pipe(Effect.provide(here))
)

alone.effect("a receiver that hangs is left after ten seconds, an endless answer is cut off", () =>
  Effect.gen(function* () {
    const server = yield* httpServer((response, { path }) => {
      if (path === "/hang") return
      response.writeHead(200)
      const more = () => void (response.write("x".repeat(65_536)) ? setImmediate(more) : response.once("drain", more))
      response.once("close", () => response.removeAllListeners("drain"))
      more()
    })
    const calls = yield* WebhookCalls
    const call = { headers: {}, body: "{}" }
    assert.strictEqual((yield* calls.call({ ...call, url: `${server.url}/endless` })).status, 200)
    const hanging = yield* Effect.forkChild(calls.call({ ...call, url: `${server.url}/hang` }))
    yield* server.arrived(2)
    yield* TestClock.adjust("10 seconds")
    const { reason } = yield* Fiber.join(hanging)
    assert.strictEqual(reason, "there was no answer within 10 seconds")
  }).pipe(Effect.provide(here))
)

alone.live("a look at a page asks by HEAD, then by GET, follows no redirect, and tells what answers", () =>
  Effect.gen(function* () {
    const server = yield* httpServer((response, { method, path }) => {
      if (path === "/get-alone" && method === "HEAD") return response.writeHead(405).end()
      if (path === "/no-head" && method === "HEAD") return response.destroy()
      // A page that does not end.
      if (path === "/no-head") return response.writeHead(200).write("<p>")
      if (path === "/moved") return response.writeHead(301, { location: "/gone" }).end()
      response.writeHead(path === "/gone" ? 410 : 200).end()
    })
    const { look } = yield* WebhookCalls
    const statuses: Array<number | null> = []
    for (const path of ["/there", "/get-alone", "/no-head", "/moved", "/gone"])
      statuses.push((yield* look(`${server.url}${path}`)).status)
    assert.deepStrictEqual(statuses, [200, 200, 200, 301, 410])
    assert.deepStrictEqual(
      server.received.map(({ method, path }) => `${method} ${path}`),
      [
        "HEAD /there",
        "HEAD /get-alone",
        "GET /get-alone",
        "HEAD /no-head",
        "GET /no-head",
        "HEAD /moved",
        "HEAD /gone",
        "GET /gone"
      ]
    )
  }).pipe(Effect.provide(here))
)

alone.effect("an address that is not public is never called, be it written as a number or as a name", () =>
  Effect.gen(function* () {
    const server = yield* httpServer()
    const calls = yield* WebhookCalls
    for (const host of `127.0.0.1 localhost [::1] 0x7f000001 2130706433 017700000001
      0177.0.0.1 127.1 0x7f.1 [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:1] [64:ff9b::7f00:1] [2002:7f00:1::] 0
      169.254.169.254`.split(/\s+/)) {
      const { reason } = yield* calls.call({ url: `http://${host}:${server.port}/`, headers: {}, body: "{}" })
      assert.strictEqual(reason, "the address is not public", host)
      const looked = yield* calls.look(`http://${host}:${server.port}/`)
      assert.strictEqual(looked.reason, "the address is not public", host)
    }
    assert.strictEqual(server.received.length, 0)
  }).pipe(Effect.provide(webhooks({})))
)

alone.effect("private, shared, local and embedded addresses are not public", () =>
  Effect.sync(() => {
    const not = `10.0.0.1 172.31.255.255 192.168.1.1 100.64.0.1 100.127.255.255 127.9.9.9 169.254.169.254 0.0.0.0 224.0.0.1
      255.255.255.255 :: ::1 fe80::1 fc00::1 fd12::1 ff02::1 ::ffff:8.8.8.8 ::ffff:10.0.0.1 64:ff9b::a00:1 2002:a00:1::1
      2001:0:53aa::1 2001:db8::1 example.com`
    for (const address of not.split(/\s+/)) assert.isFalse(isPublicAddress(address), address)
    for (const address of ["8.8.8.8", "100.128.0.1", "172.32.0.1", "2606:4700::1111"]) {
      assert.isTrue(isPublicAddress(address), address)
    }
  })
)
