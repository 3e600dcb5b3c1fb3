import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { operator } from "../support/browser/dashboard.ts"
import { emptyPostgres } from "../support/database/databases.ts"
import { send } from "../support/http/http.ts"
import { launch, awaitReady, refusedStart, startServer } from "../support/faults/processes.ts"

const links = (output: string) => output.match(/\/dashboard\/setup#[\w-]{43}/g) ?? []

const post = (url: string, body: object) =>
  send(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })

describe("the first start", () => {
  it.live("of three processes on one empty database prints one link, and no token without a terminal", () =>
    Effect.gen(function* () {
      const settings = yield* emptyPostgres
      const servers = yield* Effect.forEach([settings, settings, settings], launch)
      yield* Effect.forEach(servers, awaitReady, { concurrency: "unbounded" })
      const output = servers.map((server) => server.output()).join("")
      assert.strictEqual(links(output).length, 1)
      assert.notInclude(output, "service_")
      const secret = links(output)[0]?.split("#")[1]
      const origin = servers[2]?.origin
      const claimed = yield* post(`${origin}/dashboard/api/setup`, { secret, ...operator })
      assert.strictEqual(claimed.status, 200)
      assert.strictEqual(claimed.json.data.accounts.length, 1)
    })
  )

  it.live("reads the owner from the settings and prints no link", () =>
    Effect.gen(function* () {
      const settings = yield* emptyPostgres
      const server = yield* startServer({
        ...settings,
        OWNER_EMAIL: operator.email,
        OWNER_PASSWORD: operator.password,
        PUBLIC_URL: "https://tally.example"
      })
      assert.deepStrictEqual(links(server.output()), [])
      const { status, headers } = yield* post(`${server.origin}/dashboard/api/session`, operator)
      assert.strictEqual(status, 200)
      assert.match(
        headers.get("set-cookie") ?? "",
        /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/
      )
    })
  )

  it.live("reports a missing or invalid setting in one line", () =>
    Effect.gen(function* () {
      const settings = yield* emptyPostgres
      const keyless = yield* refusedStart({ ...settings, ENCRYPTION_KEY: "" })
      assert.strictEqual(keyless.code, 1)
      assert.match(keyless.output, /^ENCRYPTION_KEY must be set .*\n$/)
      const ownerless = yield* refusedStart({ ...settings, OWNER_EMAIL: "owner" })
      assert.strictEqual(ownerless.code, 1)
      assert.match(ownerless.output, /^OWNER_EMAIL and OWNER_PASSWORD must be .*\n$/)
    })
  )
})
