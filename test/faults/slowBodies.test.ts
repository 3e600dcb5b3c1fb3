import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { databases, withDatabase } from "../support/database/databases.ts"
import { withResponse, openRequest } from "../support/faults/openRequest.ts"
import { post, send, newClientAddress } from "../support/http/http.ts"
import { startServer } from "../support/faults/processes.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { reportRun } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"

const signIn = "/dashboard/api/session"

const crowds = [
  { name: "the sign-in", path: signIn, count: 300 },
  { name: "OAuth's token", path: "/oauth/token", count: 1_100 }
]

describe("unauthenticated clients that send endless bodies", () => {
  for (const { name, path, count } of crowds) {
    it.live(`to ${name} occupy no slot: the dashboard, OAuth and the API serve all others`, () =>
      Effect.gen(function* () {
        const settings = yield* databases.PostgreSQL
        const { token } = yield* withDatabase(settings)(seedAccount())
        const server = yield* startServer({ ...settings, TRUST_PROXY: "127.0.0.1" })
        const form = { "content-type": "application/x-www-form-urlencoded" }
        const openRequests = yield* Effect.forEach(Array.from({ length: count }), () => {
          const [forwarded = ""] = Object.values(newClientAddress())
          const type = path === signIn ? [] : [`Content-Type: ${form["content-type"]}`]
          return openRequest(
            server.origin,
            path,
            [...type, `X-Forwarded-For: ${forwarded}`, "Content-Length: 100"],
            "{"
          )
        })
        yield* send(`${server.origin}/health/ready`)
        for (let order_id = 1; order_id <= 10; order_id++) {
          const place = yield* post(`${server.origin}/v1/orders/placed`, token, orderBody({ order_id }))
          assert.strictEqual(place.status, 201)
        }
        assert.strictEqual((yield* send(server.origin + signIn)).status, 401)
        const tried = yield* post(server.origin + signIn, null, { email: "ada@example.com", password: "wrong" })
        assert.strictEqual(tried.status, 401)
        const granted = yield* send(`${server.origin}/oauth/token`, {
          method: "POST",
          headers: { ...form, ...newClientAddress() },
          body: `grant_type=client_credentials&client_id=client_${"0".repeat(32)}&client_secret=secret`
        })
        assert.strictEqual(granted.status, 401)
        assert.lengthOf(withResponse(openRequests), 0)
        reportRun(`bodies that never end, to ${name}`, { runs: count })
      })
    )
  }
})
