import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { databaseLayer, embedded, postgres } from "../support/database/databases.ts"
import { freePort } from "../support/database/postgres.ts"
import { seedAccount } from "../support/database/seed.ts"
import { newClientAddress, Origin, originLayer, send, sendRaw } from "../support/http/http.ts"
import { dnsServer } from "../support/messages/dnsServer.ts"
import { newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"
import { httpServer, mailServer } from "../support/messages/providers.ts"

const host = "links.shop.example"

/** The answer to a GET of a path at a host. */
const get = Effect.fnUntraced(function* (path: string, at: string) {
  const [address] = Object.values(newClientAddress())
  const head = [`GET ${path} HTTP/1.1`, `Host: ${at}`, `X-Forwarded-For: ${address}`, "Connection: close", "", ""]
  const answer = yield* sendRaw(yield* Origin, head.join("\r\n"))
  return { status: Number(answer.slice(9, 12)), answer }
})

const callWith = Effect.fnUntraced(function* (token: string, method: string, path: string, body?: object) {
  return yield* send(`${yield* Origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
})

const withoutSoftBreaks = (raw: string): string =>
  raw
    .replaceAll("=\r\n", "")
    .replaceAll("=3D", "=")
    .replace(/\r\n[ \t]/g, "")

it.live.each([
  ["PostgreSQL", postgres],
  ["embedded", embedded]
] as const)(
  "mail has links at the tracking domain while it works, which open there and at PUBLIC_URL, where alone the rest answers: %s",
  ([, database]) =>
    Effect.gen(function* () {
      const [dns, mail, port] = [yield* dnsServer, yield* mailServer(), yield* Effect.promise(freePort)]
      const settings = {
        DNS_SERVERS: dns.address,
        PORT: String(port),
        PUBLIC_URL: `http://tally.service.example:${port}`,
        SMTP_URL: mail.url,
        EMAIL_FROM: "no-reply@service.example",
        WEBHOOK_ALLOW_PRIVATE: "true"
      }
      yield* Effect.gen(function* () {
        const { account_id, token } = yield* seedAccount({ scopes: Scope.literals })
        const call = (method: string, path: string, body?: object) => callWith(token, method, path, body)
        const check = Effect.map(call("POST", "/sender/tracking_domain/check"), ({ json }) => json.data)
        const contact = yield* seedContact(account_id)
        /** The text of a mail that is sent now. */
        const mailed = Effect.fnUntraced(function* (key: string) {
          const body = `<a href="https://shop.example/tea">Tea</a>`
          yield* (yield* Messages).record([newMessage(contact, { key, body })])
          yield* sendDue("email")
          return withoutSoftBreaks(mail.received.at(-1)?.raw ?? "")
        })
        dns.addresses.set("tally.service.example", ["127.0.0.1"])

        const none = yield* call("POST", "/sender/tracking_domain/check")
        assert.strictEqual(none.status, 422)
        for (const [name, words] of [
          ["tally.service.example", /the host of this service/],
          ["links.service.example", /at the domain of this service/],
          ["localhost", /Must be a host name/]
        ] as const) {
          const refused = yield* call("PUT", "/sender", { tracking_domain: name })
          assert.strictEqual(refused.status, 422)
          assert.match(refused.json.error.details[0].message, words)
        }
        const asked = (name: string) =>
          Effect.map(get(`/tracking/ask?domain=${name}`, "127.0.0.1"), ({ status }) => status)
        assert.strictEqual(yield* asked(host), 404)
        const kept = yield* call("PUT", "/sender", { tracking_domain: "Links.Shop.example" })
        assert.deepStrictEqual(kept.json.data.tracking_domain, {
          domain: host,
          status: "unchecked",
          message: null,
          record: { type: "CNAME", name: host, value: "tally.service.example" },
          checked_at: null
        })

        assert.strictEqual((yield* check).status, "waiting")
        dns.addresses.set(host, ["127.0.0.9"])
        assert.match((yield* check).message, /leads elsewhere/)
        assert.include(yield* mailed("before"), `http://tally.service.example:${port}/c/`)
        dns.addresses.set(host, ["127.0.0.1"])
        const works = yield* check
        assert.deepStrictEqual([works.status, works.message], ["working", null])

        const raw = yield* mailed("working")
        assert.notInclude(raw, "tally.service.example")
        assert.match(raw, new RegExp(`^List-Unsubscribe: ?<http://${host}:${port}/u/`, "m"))
        const click = new RegExp(`http://${host}:${port}(/c/[\\w.-]+)`).exec(raw)?.[1] ?? ""
        const leave = new RegExp(`http://${host}:${port}(/u/[\\w.-]+)`).exec(raw)?.[1] ?? ""
        for (const at of [`${host}:${port}`, `tally.service.example:${port}`]) {
          const opened = yield* get(click, at)
          assert.strictEqual(opened.status, 302, opened.answer)
          assert.match(opened.answer, /location: https:\/\/shop\.example\/tea/i)
          assert.strictEqual((yield* get(leave, at)).status, 200)
        }
        // A proxy asks before its first call.
        assert.deepStrictEqual([yield* asked(host), yield* asked("other.example"), yield* asked("")], [200, 404, 404])
        for (const path of [
          "/",
          "/dashboard/",
          "/dashboard/api/session",
          "/v1/account",
          "/docs",
          "/openapi.json",
          "/site.js"
        ]) {
          assert.strictEqual((yield* get(path, host)).status, 404, path)
          assert.notStrictEqual((yield* get(path, `tally.service.example:${port}`)).status, 404, path)
        }
        assert.strictEqual((yield* get("/health/live", host)).status, 200)

        // The record is gone: the second failed check ends its use.
        dns.addresses.delete(host)
        assert.strictEqual((yield* check).status, "working")
        assert.strictEqual((yield* check).status, "failed")
        assert.include(yield* mailed("after"), `http://tally.service.example:${port}/c/`)
        assert.isNull((yield* call("PUT", "/sender", { tracking_domain: null })).json.data.tracking_domain)
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`SELECT 1 FROM tracking_domains WHERE account_id = ${account_id} LIMIT 1`, 0)
      }).pipe(Effect.provide([originLayer(settings), sendingLayer(settings)]))
    }).pipe(Effect.provide(databaseLayer(database)))
)

it.live("a host at which something else answers does not work, though it has the addresses of the service", () =>
  Effect.gen(function* () {
    const dns = yield* dnsServer
    const other = yield* httpServer((response) => response.writeHead(200).end("Parked"))
    const settings = {
      DNS_SERVERS: dns.address,
      PUBLIC_URL: other.url.replace("127.0.0.1", "tally.service.example"),
      WEBHOOK_ALLOW_PRIVATE: "true"
    }
    dns.addresses.set("tally.service.example", ["127.0.0.1"])
    dns.addresses.set(host, ["127.0.0.1"])
    yield* Effect.gen(function* () {
      const { account_id, token } = yield* seedAccount({ scopes: Scope.literals })
      const call = (method: string, path: string, body?: object) => callWith(token, method, path, body)
      yield* call("PUT", "/sender", { tracking_domain: host })
      const { json } = yield* call("POST", "/sender/tracking_domain/check")
      assert.strictEqual(json.data.status, "failed")
      assert.match(json.data.message, /Something else answers/)
      const { answer } = yield* get(`/tracking/proof/${account_id}`, host)
      const elsewhere = yield* get(`/tracking/proof/${account_id}`, "other.shop.example")
      const bodyOf = (text: string) => text.split("\r\n\r\n")[1] ?? ""
      assert.match(bodyOf(answer), /^[\w-]{22}$/)
      assert.notStrictEqual(bodyOf(answer), bodyOf(elsewhere.answer))
      assert.strictEqual((yield* get("/tracking/proof/no%20id", host)).status, 404)
    }).pipe(Effect.provide(originLayer(settings)))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
