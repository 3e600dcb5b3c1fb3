import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { readdirSync, statSync } from "node:fs"
import { onEitherOverSocket, Origin, send, sendRaw, newClientAddress } from "../support/http/http.ts"

const assets = readdirSync(new URL("../../dist/dashboard/assets", import.meta.url))

/** The sources of each directive of a Content-Security-Policy. */
const directives = (policy: string | null) =>
  new Map(
    (policy ?? "").split("; ").map((part) => {
      const [name = "", ...sources] = part.split(" ")
      return [name, sources] as const
    })
  )

onEitherOverSocket("an HTML page", (it) => {
  it.effect("runs the service's own scripts only, cannot be framed, and sends no referrer", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const nonces = new Set<string>()
      for (const path of ["/dashboard/", "/dashboard/contacts", "/dashboard/setup", "/dashboard/nothing/like/it"]) {
        const { status, headers, text } = yield* send(origin + path)
        assert.strictEqual(status, 200, path)
        const policy = directives(headers.get("content-security-policy"))
        assert.deepStrictEqual(policy.get("default-src"), ["'none'"])
        assert.deepStrictEqual(policy.get("script-src"), ["'self'"])
        assert.deepStrictEqual(policy.get("frame-ancestors"), ["'none'"])
        assert.deepStrictEqual(policy.get("base-uri"), ["'none'"])
        assert.deepStrictEqual(policy.get("form-action"), ["'self'"])
        assert.deepStrictEqual(policy.get("connect-src"), ["'self'"])
        assert.notInclude(headers.get("content-security-policy"), "unsafe")
        nonces.add(policy.get("style-src")?.[1] ?? "")
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
        assert.strictEqual(headers.get("referrer-policy"), "same-origin")
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.notMatch(text, /<script(?![^>]* src=)/)
        assert.notMatch(text, /\son\w+=/)
      }
      assert.strictEqual(nonces.size, 4)
      for (const path of ["/docs", "/u/nothing"]) {
        const { headers } = yield* send(origin + path, { headers: newClientAddress() })
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff", path)
      }
    })
  )

  it.effect("of the API reference runs its own scripts only, with a new nonce each time", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const nonces = new Set<string>()
      for (const _ of [1, 2]) {
        const { headers, text } = yield* send(`${origin}/docs`, { headers: newClientAddress() })
        const policy = directives(headers.get("content-security-policy"))
        assert.deepStrictEqual(policy.get("default-src"), ["'none'"])
        assert.deepStrictEqual(policy.get("connect-src"), ["'self'"])
        assert.deepStrictEqual(policy.get("frame-ancestors"), ["'none'"])
        assert.deepStrictEqual(policy.get("base-uri"), ["'none'"])
        assert.notInclude(headers.get("content-security-policy"), "unsafe")
        const [guard, reference, ...more] = [...text.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)]
        assert.deepStrictEqual(more, [])
        const hash = createHash("sha256")
          .update(guard?.[2] ?? "")
          .digest("base64")
        assert.deepStrictEqual(policy.get("script-src"), [`'sha256-${hash}'`, "'self'"])
        assert.deepStrictEqual(reference?.slice(1), [' src="/docs/reference.js"', ""])
        const [nonce = "", ...others] = policy.get("style-src") ?? []
        assert.match(nonce, /^'nonce-.{24}'$/)
        assert.deepStrictEqual(others, [])
        assert.include(text, `data-nonce="${nonce.slice(7, -1)}"`)
        nonces.add(nonce)
      }
      assert.strictEqual(nonces.size, 2)
    })
  )

  it.effect("and its files are compressed by Accept-Encoding, with the same content, and answer 304 by ETag", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const largest = assets
        .map((name) => ({ name, size: statSync(new URL(`../../dist/dashboard/assets/${name}`, import.meta.url)).size }))
        .reduce((a, b) => (a.size > b.size ? a : b)).name
      for (const path of ["/openapi.json", "/docs/reference.js", `/dashboard/assets/${largest}`]) {
        const ask = (headers: Record<string, string>) =>
          send(origin + path, { headers: { ...newClientAddress(), "accept-encoding": "identity", ...headers } })
        const plain = yield* ask({})
        const size = Number(plain.headers.get("content-length"))
        assert.deepStrictEqual([plain.status, plain.headers.get("content-encoding")], [200, null], path)
        for (const encoding of ["gzip", "br"]) {
          const packed = yield* ask({ "accept-encoding": encoding })
          assert.strictEqual(packed.headers.get("content-encoding"), encoding, path)
          assert.strictEqual(packed.headers.get("vary"), "Accept-Encoding", path)
          assert.strictEqual(packed.text, plain.text, path)
          assert.isBelow(Number(packed.headers.get("content-length")), size / 2, path)
        }
        const kept = yield* ask({ "if-none-match": plain.headers.get("etag") ?? "" })
        assert.deepStrictEqual([kept.status, kept.text], [304, ""], path)
      }
    })
  )

  it.effect("of the API reference draws from the address budget; dashboard pages do not", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const headers = newClientAddress()
      const remaining = (path: string) =>
        Effect.map(send(origin + path, { headers }), (answer) => answer.headers.get("x-ratelimit-remaining-day"))
      const paths = ["/docs", "/docs/reference.js", "/openapi.json", "/dashboard/", `/dashboard/assets/${assets[0]}`]
      assert.deepStrictEqual(yield* Effect.forEach(paths, remaining), ["9999", "9998", "9997", null, null])
    })
  )

  it.effect("is served from its own files only, for any spelling of the path", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      assert.isNotEmpty(assets)
      const { status, headers } = yield* send(`${origin}/dashboard/assets/${assets[0]}`)
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      assert.match(headers.get("cache-control") ?? "", /immutable/)
      const up = ["..", "%2e%2e", ".%2e", "%2e%2E", "..%2f", "..%5c", "..\\", "%252e%252e", "....//", "..;", "..%00"]
      const paths = up.flatMap((step) => [
        `/dashboard/assets/${step}/${step}/main.js`,
        `/dashboard/assets/${step}/index.html`,
        `/dashboard/assets/${step}/${step}/${step}/${step}/${step}/${step}/${step}/${step}/etc/passwd`,
        `/dashboard/assets${step}/main.js`
      ])
      for (const path of [...paths, "/dashboard/assets//etc/passwd", "/dashboard/assets/%2Fetc%2Fpasswd"]) {
        const answer = yield* sendRaw(origin, `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
        // Every other path below the dashboard serves the same page.
        assert.match(answer, /^HTTP\/1\.1 (?:4\d\d |200 OK[^]*<!doctype html>)/i, path)
        assert.notMatch(answer, /root:.*:0:0|import \{ launch \}|node:process/, path)
      }
    })
  )
})
