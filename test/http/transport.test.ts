import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onEitherOverSocket, Origin, post, send, newClientAddress } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount } from "../support/database/seed.ts"

const path = "/v1/orders/placed"
const rateHeaders = ["limit", "remaining", "reset"].flatMap((what) => [
  `x-ratelimit-${what}-minute`,
  `x-ratelimit-${what}-day`
])

onEitherOverSocket("transport (contract §1)", (it) => {
  it.effect(
    "puts request id, rate headers, no-store and nosniff on every response, and one JSON envelope on errors",
    () =>
      Effect.gen(function* () {
        const origin = yield* Origin
        const { token } = yield* seedAccount()
        const { token: powerless } = yield* seedAccount({ scopes: ["contacts_read"] })
        const answers = yield* Effect.all({
          created: post(origin + path, token, orderBody()),
          updated: post(origin + path, token, orderBody()),
          invalid: post(origin + path, token, {}),
          malformed: post(origin + path, token, "{"),
          mediaType: post(origin + path, token, orderBody(), { "content-type": "text/plain" }),
          large: post(origin + path, token, " ".repeat(1024 * 1024 + 1), newClientAddress()),
          forbidden: post(origin + path, powerless, orderBody()),
          unauthorized: post(origin + path, null, orderBody(), newClientAddress()),
          unknown: send(`${origin}/v1/nothing`, { headers: newClientAddress() }),
          method: send(origin + path, { headers: newClientAddress() })
        })
        const { created, updated, ...errors } = answers
        assert.deepStrictEqual([created.status, updated.status], [201, 200])
        for (const [name, { status, headers, json: answer }] of Object.entries(answers)) {
          assert.match(headers.get("x-request-id") ?? "", /^[A-Za-z0-9._-]{1,128}$/, name)
          assert.strictEqual(headers.get("cache-control"), "no-store", name)
          assert.strictEqual(headers.get("x-content-type-options"), "nosniff", name)
          assert.match(headers.get("content-type") ?? "", /^application\/json/, name)
          for (const header of rateHeaders) assert.match(headers.get(header) ?? "", /^\d+$/, `${name} ${header}`)
          assert.strictEqual(headers.has("retry-after"), status === 429, name)
          assert.strictEqual(headers.get("www-authenticate"), status === 401 ? "Bearer" : null, name)
          assert.strictEqual("error" in answer, status >= 400, name)
        }
        assert.deepStrictEqual(
          Object.entries(errors).map(([name, { status, json: answer }]) => [name, status, answer.error.code]),
          [
            ["invalid", 422, "validation_failed"],
            ["malformed", 422, "validation_failed"],
            ["mediaType", 415, "validation_failed"],
            ["large", 413, "validation_failed"],
            ["forbidden", 403, "insufficient_scope"],
            ["unauthorized", 401, "unauthorized"],
            ["unknown", 404, "not_found"],
            ["method", 405, "not_found"]
          ]
        )
        assert.strictEqual(errors.method.headers.get("allow"), "POST")
      })
  )

  it.effect("keeps a valid X-Request-Id and replaces an invalid one", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const live = (id: string) => send(`${origin}/health/live`, { headers: { "x-request-id": id } })
      assert.strictEqual((yield* live("shop-1.a_B")).headers.get("x-request-id"), "shop-1.a_B")
      for (const bad of ["a b", "<script>", "x".repeat(129), ""]) {
        assert.match((yield* live(bad)).headers.get("x-request-id") ?? "", /^req_/)
      }
    })
  )

  it.effect("matches paths exactly: case, slashes and percent-encoding count", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      for (const other of [
        "/v1/Orders/placed",
        "/v1//orders/placed",
        "/v1/orders/placed/",
        "/V1/orders/placed",
        "/v1/orders%2Fplaced",
        "/v1/orders/place%64",
        "/v1/%6Frders/placed",
        "/v1/orders/placed%00",
        "/v1/orders/placed%",
        "/v1/%ff",
        "/"
      ]) {
        assert.strictEqual((yield* post(origin + other, token, orderBody(), newClientAddress())).status, 404, other)
      }
      assert.strictEqual((yield* post(`${origin + path}?a=1`, token, orderBody())).status, 201)
    })
  )

  it.effect("answers HEAD like GET without a body, and every other method with 405", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const head = yield* send(`${origin}/health/live`, { method: "HEAD" })
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const answer = yield* send(origin + path, { method, headers: newClientAddress() })
        assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, "POST"], method)
      }
      assert.strictEqual(
        (yield* send(`${origin}/health/live`, { method: "POST", headers: newClientAddress() })).status,
        405
      )
    })
  )

  it.effect("checks in order: size and route, bearer, account, scope, media type, JSON, fields, integration", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      const { token: powerless } = yield* seedAccount({ scopes: ["events_write"] })
      const large = " ".repeat(1024 * 1024 + 1)
      const account = { "service-account-id": "acc_nobody" }
      const plain = { "content-type": "text/plain" }
      const integration = { "x-service-integration-token": "nobody" }
      const status = (as: string | null, sent: unknown, headers: Record<string, string>) =>
        Effect.map(post(origin + path, as, sent, { ...newClientAddress(), ...headers }), (answer) => answer.status)
      assert.strictEqual(yield* status(null, large, { ...account, ...plain }), 413)
      assert.strictEqual(yield* status(null, "{", { ...account, ...plain }), 401)
      assert.strictEqual(yield* status(powerless, "{", { ...account, ...plain }), 404)
      assert.strictEqual(yield* status(powerless, "{", { ...plain, ...integration }), 403)
      assert.strictEqual(yield* status(token, "{", { ...plain, ...integration }), 415)
      const issueOf = (sent: unknown) =>
        Effect.map(post(origin + path, token, sent, integration), (answer) => answer.json.error.details[0].field)
      assert.strictEqual(yield* issueOf("{"), "")
      assert.strictEqual(yield* issueOf({ ...orderBody(), total: -1 }), "total")
      assert.strictEqual(yield* issueOf(orderBody()), "X-Service-Integration-Token")
    })
  )
})
