import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { databaseLayer, databases, type Settings } from "../support/database/databases.ts"
import { Origin, originLayer, post, send, sendRaw, newClientAddress } from "../support/http/http.ts"

const on = (settings: Settings) =>
  Effect.provide(originLayer(settings).pipe(Layer.provideMerge(databaseLayer(databases.PostgreSQL))))

/** The status of a sign-in with wrong credentials from this Origin to this Host. */
const statusOf = (origin: string, host?: string) =>
  Effect.gen(function* () {
    const server = yield* Origin
    const text = JSON.stringify({ email: "ada@example.com", password: "wrong" })
    const answer = yield* sendRaw(
      server,
      [
        "POST /dashboard/api/session HTTP/1.1",
        `Host: ${host ?? new URL(origin).host}`,
        `Origin: ${origin}`,
        `X-Forwarded-For: ${Object.values(newClientAddress())[0]}`,
        "Content-Type: application/json",
        `Content-Length: ${text.length}`,
        "",
        text
      ].join("\r\n")
    )
    return Number(answer.slice(9, 12))
  })

describe("the dashboard's own origin", () => {
  it.live("is loopback without PUBLIC_URL: a rebound host name is a foreign origin", () =>
    Effect.gen(function* () {
      const { port } = new URL(yield* Origin)
      for (const name of ["localhost", "127.0.0.1", "[::1]", "127.1.2.3"])
        assert.strictEqual(yield* statusOf(`http://${name}:${port}`), 401, name)
      for (const name of ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.168.1.5"])
        assert.strictEqual(yield* statusOf(`http://${name}:${port}`), 403, name)
      assert.strictEqual(yield* statusOf("http://localhost:1", "localhost:2"), 403)
      assert.strictEqual(yield* statusOf(`https://localhost:${port}`), 403)
    }).pipe(on({}))
  )

  it.live("is PUBLIC_URL alone when set, whatever Host says, with HSTS for a year", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* statusOf("https://tally.example"), 401)
      assert.strictEqual(yield* statusOf("https://tally.example", "other.example"), 401)
      for (const origin of ["https://evil.example", "http://tally.example", "http://localhost:3000"])
        assert.strictEqual(yield* statusOf(origin), 403, origin)
      const origin = yield* Origin
      for (const path of ["/health/live", "/docs", "/dashboard/", "/v1/account", "/nothing"]) {
        const { headers } = yield* send(origin + path, { headers: newClientAddress() })
        assert.match(headers.get("strict-transport-security") ?? "", /^max-age=\d{8}$/, path)
      }
    }).pipe(on({ PUBLIC_URL: "https://tally.example" }))
  )
})

describe("a request", () => {
  it.live("with two Host headers is refused, and other hosts get no HSTS", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      for (const hosts of ["Host: a\r\nHost: a", "Host: a\r\nhOST: b"]) {
        const answer = yield* sendRaw(origin, `GET /health/live HTTP/1.1\r\n${hosts}\r\n\r\n`)
        assert.match(answer, /^HTTP\/1\.1 400 [^]*\r\n\r\n\{"error":\{"code":"validation_failed"/)
      }
      const { status, headers } = yield* post(`${origin}/v1/orders/placed`, null, {}, newClientAddress())
      assert.deepStrictEqual([status, headers.get("strict-transport-security")], [401, null])
    }).pipe(on({}))
  )

  it.live("of an IPv6 client draws from the budget of its /64, and an IPv4-mapped one from its IPv4 budget", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const remaining = (address: string) =>
        Effect.map(send(`${origin}/nothing`, { headers: { "x-forwarded-for": address } }), ({ headers }) =>
          Number(headers.get("x-ratelimit-remaining-day"))
        )
      const first = yield* remaining("2001:db8:1:2::1")
      assert.strictEqual(yield* remaining("2001:db8:1:2:ffff::2"), first - 1)
      assert.strictEqual(yield* remaining("2001:db8:1:3::1"), first)
      assert.strictEqual(yield* remaining("198.51.100.7"), first)
      assert.strictEqual(yield* remaining("::ffff:c633:6407"), first - 1)
    }).pipe(on({}))
  )
})
