import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { execFileSync } from "node:child_process"
import { connect } from "node:net"
import { withDatabase } from "../support/databases.ts"
import { send } from "../support/http.ts"
import { build } from "./build.ts"
import { choices } from "./choices.ts"
import { malformed } from "./oddities.ts"
import { run } from "./run.ts"

const count = Number(process.env["FUZZ_COUNT"] ?? 2_000)

describe("requests made from the contracts of the API and the dashboard, and broken in every way", () => {
  it.live(
    "are answered as the contracts say, none with 5xx, by a process that stays; refused calls change no row",
    () =>
      Effect.gen(function* () {
        const seed = Number(process.env["FUZZ_SEED"] ?? (yield* Clock.currentTimeMillis) % 2 ** 32)
        const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"]).toString().trim()
        const { settings, server, world } = yield* build
        let exits = 0
        yield* Effect.forkScoped(Effect.tap(server.ended, () => Effect.sync(() => exits++)))
        const report = yield* withDatabase(settings)(run(server.origin, world, choices(seed), count))
        const raw = yield* Effect.forEach(malformed, (bytes) => answerTo(server.origin, bytes))
        const at = (share: number) => Math.round(report.took[Math.floor((report.took.length - 1) * share)] ?? 0)
        const kinds = Object.groupBy(report.found, ({ violation }) => violation)
        const violations = Object.entries(kinds).map(([kind, all]) => `${kind}: ${all.length}`)
        yield* Effect.logInfo(
          `commit ${commit}, seed ${seed}: ${report.requests} requests, ${report.found.length} violations, slowest ${at(1)} ms (p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}); ${exits} exits; ${violations.join(", ")} ${JSON.stringify({ due: report.due, statuses: report.statuses })}`
        )
        for (const [kind, all] of Object.entries(kinds)) assert.deepStrictEqual(all.slice(0, 5), [], kind)
        for (const text of raw) assert.match(text, /^(?:HTTP\/1\.1 4|$)/)
        assert.strictEqual(exits, 0)
        assert.strictEqual((yield* send(`${server.origin}/health/ready`)).status, 200)
      }),
    120_000 + count * 40
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
