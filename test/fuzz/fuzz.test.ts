import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { execFileSync } from "node:child_process"
import { withDatabase } from "../support/database/databases.ts"
import { send } from "../support/http/http.ts"
import { build } from "./build.ts"
import { recordChanges } from "./changes.ts"
import { choices } from "./choices.ts"
import { operations } from "./contracts.ts"
import { malformed } from "./unusualValues.ts"
import { sendBytes } from "./raw.ts"
import { maxMillis } from "./timing.ts"
import { run } from "./run.ts"
import { distinctLogText } from "./secrets.ts"

const count = Number(process.env["FUZZ_COUNT"] ?? 2_000)
const full = count >= 200_000
const timed = full || process.env["FUZZ_TIMED"] !== undefined

describe("generated and mutated requests for every operation of the API and the dashboard", () => {
  it.live(
    "are answered by their contract without 5xx, by one process; refused calls change no row",
    () =>
      Effect.gen(function* () {
        const seed = Number(process.env["FUZZ_SEED"] ?? (yield* Clock.currentTimeMillis) % 2 ** 32)
        const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"]).toString().trim()
        const { settings, server, world } = yield* build()
        yield* withDatabase(settings)(recordChanges)
        let exits = 0
        const watch = yield* Effect.forkScoped(Effect.tap(server.ended, () => Effect.sync(() => exits++)))
        const report = yield* withDatabase(settings)(run(server.origin, world, choices(seed), count, timed))
        const raw = yield* Effect.forEach(malformed, (bytes) => sendBytes(server.origin, bytes))
        const at = (share: number) => Math.round(report.took[Math.floor((report.took.length - 1) * share)] ?? 0)
        const kinds = Object.groupBy(report.found, ({ violation }) => violation)
        const violations = Object.entries(kinds).map(([kind, all]) => `${kind}: ${all.length}`)
        const over = report.took.filter((millis) => millis > maxMillis).length
        const slowest = report.alone.toSorted((a, b) => b.millis - a.millis)[0]
        const untaken = operations.map(({ name }) => name).filter((name) => !report.taken.has(name))
        assert.strictEqual((yield* send(`${server.origin}/health/ready`)).status, 200)
        yield* Fiber.interrupt(watch)
        yield* server.end("SIGTERM")
        const log = distinctLogText(server.output())
        const logged = [...report.told].filter((text) => log.includes(text.toLowerCase()))
        const by = timed
          ? `; these by themselves: at most ${Math.round(slowest?.millis ?? 0)} ms ${slowest?.request}`
          : ""
        yield* Effect.logInfo(
          [
            `commit ${commit}, seed ${seed}: ${report.requests} requests (${report.made} made, the others sent again), ${report.found.length} violations, ${exits} exits`,
            `slowest ${at(1)} ms beside others (p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}), ${over} above ${maxMillis} ms${by}`,
            `${report.told.size} secrets, e-mail addresses and phone numbers, ${logged.length} of them in ${server.output().length} characters of log`,
            JSON.stringify({
              violations,
              due: report.due,
              withKnownOutcome: report.withKnownOutcome,
              statuses: report.statuses,
              untaken
            })
          ].join("\n")
        )
        for (const [kind, all] of Object.entries(kinds)) assert.deepStrictEqual(all.slice(0, 5), [], kind)
        for (const text of raw) assert.match(text, /^(?:HTTP\/1\.1 4|$)/)
        assert.deepStrictEqual(logged, [])
        assert.strictEqual(exits, 0)
        // A short run does not cover every operation, and shares the machine with other tests.
        if (full) assert.deepStrictEqual(untaken, [])
        if (timed) assert.isAtMost(slowest?.millis ?? 0, maxMillis, slowest?.request)
      }),
    // Ends a hang alone: beside other suites the requests take up to four times as long.
    600_000 + count * 40
  )
})
