import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { connect } from "node:net"
import { Scope } from "../../src/domain/Scope.ts"
import { postgres, withDatabase } from "../support/databases.ts"
import { post, send } from "../support/http.ts"
import { startServer } from "../support/processes.ts"
import { seedAccount } from "../support/seed.ts"
import { choices, malformed, request } from "./requests.ts"

const count = Number(process.env["FUZZ_COUNT"] ?? 1_500)

describe("requests made from the contract, and broken in every way", () => {
  it.live(
    "are answered as the contract says, none with 5xx, by a process that stays",
    () =>
      Effect.gen(function* () {
        const seed = Number(process.env["FUZZ_SEED"] ?? (yield* Clock.currentTimeMillis) % 2 ** 32)
        const settings = yield* postgres
        const { token } = yield* withDatabase(settings)(
          seedAccount({ per_minute: 10_000_000, per_day: 10_000_000, scopes: Scope.literals })
        )
        const server = yield* startServer({ ...settings, TRUST_PROXY: "127.0.0.1" })
        const choose = choices(seed)
        const ids = yield* Effect.forEach(Array.from({ length: 5 }), (_, at) =>
          Effect.map(post(`${server.origin}/v1/contacts`, token, { email: `c${at}@example.com` }), ({ json }) =>
            String(json.data.id)
          )
        )
        let [slowest, at] = [0, 0]
        const wrong: Array<string> = []
        const statuses: Record<number, number> = {}
        const one = Effect.gen(function* () {
          const number = at++
          const { path, init } = request(choose, token, ids)
          // Whoever has no token comes from a new address, so that budgets do not hide what lies behind them.
          const headers = {
            ...init.headers,
            "x-forwarded-for": `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
          }
          const from = performance.now()
          const exit = yield* Effect.exit(send(`${server.origin}${path}`, { ...init, headers }))
          slowest = Math.max(slowest, performance.now() - from)
          const status = exit._tag === "Success" ? exit.value.status : 0
          statuses[status] = (statuses[status] ?? 0) + 1
          if (status === 0 || status >= 500) {
            wrong.push(
              `${number} ${init.method} ${path.slice(0, 300)} ${String(init.body).slice(0, 500)}: ${exit._tag === "Success" ? exit.value.text : String(exit.cause)}`
            )
          }
        })
        yield* Effect.forEach(Array.from({ length: count }), () => one, { concurrency: 8, discard: true })
        const raw = yield* Effect.forEach(malformed, (bytes) => answerTo(server.origin, bytes))
        yield* Effect.logInfo(
          `seed ${seed}: ${count} requests, ${wrong.length} violations, ${JSON.stringify(statuses)}, slowest ${Math.round(slowest)} ms`
        )
        assert.deepStrictEqual(wrong.slice(0, 5), [])
        for (const text of raw) assert.match(text, /^(?:HTTP\/1\.1 4|$)/)
        assert.strictEqual((yield* send(`${server.origin}/health/ready`)).status, 200)
      }),
    60_000 + count * 40
  )
})

/** What comes back for these bytes before either side closes. */
const answerTo = (origin: string, bytes: string): Effect.Effect<string> =>
  Effect.promise(
    () =>
      new Promise((resolve) => {
        let text = ""
        const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.end(bytes, "latin1"))
        socket.on("data", (chunk: Buffer) => (text += chunk.toString()))
        socket.on("error", () => {})
        socket.on("close", () => resolve(text))
      })
  )
