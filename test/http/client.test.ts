import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { join } from "node:path"
import { promisify } from "node:util"
import { connect, makeClient, textOf } from "../../src/client.ts"
import { onBothOverSocket, Origin } from "../support/http.ts"
import { freePort } from "../support/postgres.ts"
import { seedAccount } from "../support/seed.ts"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")
const bin = join(root, "node_modules/.bin")

const payload = {
  order_id: 9223372036854775807n,
  email: "ada@example.com",
  total: "59.90",
  subtotal: "0.100000000000000000001",
  currency: "USD",
  order_date: DateTime.makeUnsafe("2026-05-04T09:30:00Z")
}

onBothOverSocket("the typed client", (it) => {
  it.effect("carries order ids, amounts and free-form members to the digit, both ways", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount()
      const client = yield* makeClient({ baseUrl: yield* Origin, token })
      const line_items = [{ sku: "A", price: 29.95, serial: JSON.rawJSON("12345678901234567890") }]
      const { data } = yield* client.orders.place({ headers: {}, payload: { ...payload, line_items } })
      assert.strictEqual(data.order_id, payload.order_id)
      assert.strictEqual(data.total_amount, "59.90")
      assert.strictEqual(data.subtotal, payload.subtotal)
      assert.strictEqual(data.placed_at.epochMilliseconds, payload.order_date.epochMilliseconds)
      assert.strictEqual(textOf(data.line_items), '[{"sku":"A","price":29.95,"serial":12345678901234567890}]')
    })
  )

  it.effect("carries a contact's custom fields to the digit, one by one and in lists", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount({ scopes: ["contacts_read", "contacts_write"] })
      const client = yield* makeClient({ baseUrl: yield* Origin, token })
      const fields = '{"size":1,"name":"b","serial":12345678901234567890,"ratio":1.50}'
      const custom_fields = {
        size: 1,
        name: "b",
        serial: JSON.rawJSON("12345678901234567890"),
        ratio: JSON.rawJSON("1.50")
      }
      const created = yield* client.contacts.create({
        headers: {},
        payload: { email: "ada@example.com", custom_fields }
      })
      const params = { id: created.data.id }
      const read = yield* client.contacts.get({ params })
      const changed = yield* client.contacts.update({ params, headers: {}, payload: { tags: ["vip"] } })
      const { data } = yield* client.contacts.list({ query: {} })
      for (const contact of [created.data, read.data, changed.data, ...data]) {
        assert.strictEqual(textOf(contact.custom_fields), fields)
      }
      assert.lengthOf(data, 1)
      assert.deepStrictEqual(changed.data.tags, ["vip"])
    })
  )

  it.effect("gives promises to those who like them, which reject with the error's own class", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount()
      const client = connect({ baseUrl: yield* Origin, token })
      const { data } = yield* Effect.promise(() => client.orders.place({ headers: {}, payload }))
      assert.strictEqual(data.order_id, payload.order_id)
      const stranger = connect({ baseUrl: yield* Origin, token: `service_${"0".repeat(40)}` })
      const refused = yield* Effect.flip(
        Effect.tryPromise({ try: () => stranger.account.get({}), catch: (error) => error })
      )
      assert.propertyVal(refused, "_tag", "Unauthorized")
    })
  )

  it.effect("runs the example of the documentation, which type-checks as a consumer of the package", () =>
    Effect.gen(function* () {
      const { token } = yield* seedAccount()
      const env = { ...process.env, TALLY_URL: yield* Origin, TALLY_TOKEN: token }
      const { stdout } = yield* Effect.promise(() => run(process.execPath, [join(root, "docs/example.ts")], { env }))
      assert.strictEqual(stdout, "Stored order 9223372036854775807 over 59.90 USD\n")
      yield* Effect.promise(() => run(join(bin, "tsc"), ["-p", join(root, "docs")]))
    })
  )
})

/** Asks a server that answers so, through the client, and counts the attempts. */
const attempts = async (answer: RequestListener, call: "account" | "events", retries = 2, timeout = 30_000) => {
  let count = 0
  const port = await freePort()
  const server = createServer((request, response) => {
    count++
    answer(request, response)
  }).listen(port, "127.0.0.1")
  await once(server, "listening")
  const client = connect({ baseUrl: `http://127.0.0.1:${port}`, token: "t", retries, timeout })
  const started = Date.now()
  const outcome =
    call === "account"
      ? client.account.get({})
      : client.events.ingest({ headers: {}, payload: { event_type: "seen", email: "ada@example.com" } })
  const failure: unknown = await outcome.then(
    () => undefined,
    (error) => error
  )
  server.close()
  server.closeAllConnections()
  return { count, failure, took: Date.now() - started }
}

const refusal =
  (status: number, code: string, retryAfter: number): RequestListener =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", "retry-after": String(retryAfter) })
    response.end(JSON.stringify({ error: { code, message: "Not now" } }))
  }

describe("the client", () => {
  it("gives up on an answer that does not come whole in time, and says so", async () => {
    const half: RequestListener = (_, response) => void response.writeHead(200, { "content-length": "9" }).write("{")
    const { count, failure } = await attempts(half, "events", 0, 5_000)
    assert.strictEqual(count, 1)
    assert.include(String(failure), "No answer within 5000 ms")
  })

  it("sends a trace along for a caller that traces, and none for others", async () => {
    const seen: Array<string | undefined> = []
    const server = createServer(({ headers }, response) => {
      seen.push(headers["traceparent"]?.toString())
      response.writeHead(404).end()
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    assert(typeof address === "object" && address !== null)
    const call = Effect.flatMap(makeClient({ baseUrl: `http://127.0.0.1:${address.port}`, token: "t" }), (client) =>
      Effect.exit(client.account.get({}))
    )
    const traceId = await Effect.runPromise(
      Effect.andThen(
        call,
        Effect.useSpan("caller", (span) => Effect.as(Effect.withParentSpan(call, span), span.traceId))
      )
    )
    server.close()
    server.closeAllConnections()
    assert.isUndefined(seen[0])
    assert.include(seen[1], traceId)
  })
})

describe("the client's retries", () => {
  it("wait as long as Retry-After says, and end", async () => {
    const { count, failure, took } = await attempts(refusal(429, "rate_limited", 1), "account", 1)
    assert.strictEqual(count, 2)
    assert.isAtLeast(took, 1_000)
    assert.propertyVal(failure, "_tag", "RateLimited")
  })

  it("repeat what was refused with 503, whatever it was", async () => {
    const { count, failure } = await attempts(refusal(503, "internal_error", 0), "events")
    assert.strictEqual(count, 3)
    assert.propertyVal(failure, "_tag", "Unavailable")
  })

  it("do not wait out a used-up day", async () => {
    const { count, failure } = await attempts(refusal(429, "rate_limited", 3_600), "account")
    assert.strictEqual(count, 1)
    assert.propertyVal(failure, "retryAfter", 3_600)
  })

  it("repeat a lost call only where that changes nothing more", async () => {
    const cut: RequestListener = (request) => request.socket.destroy()
    assert.strictEqual((await attempts(cut, "account")).count, 3)
    assert.strictEqual((await attempts(cut, "events")).count, 1)
  })
})
