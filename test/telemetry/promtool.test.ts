import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { databases } from "../support/database/databases.ts"
import { startServer } from "../support/faults/processes.ts"
import { metrics } from "../support/http/metrics.ts"
import { send } from "../support/http/http.ts"

const missing = spawnSync("promtool", ["--version"]).error === undefined ? undefined : "promtool is not installed"

describe.skipIf(missing !== undefined)(`the metrics of a server${missing === undefined ? "" : ` (${missing})`}`, () => {
  for (const database of ["embedded", "PostgreSQL"] as const) {
    it.live(`satisfy promtool, on ${database}`, () =>
      Effect.gen(function* () {
        const measured = yield* metrics
        const server = yield* startServer({ ...(yield* databases[database]), ...measured.settings })
        yield* send(`${server.origin}/v1/account`)
        const { text } = yield* measured.scrape
        const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], {
          input: text,
          encoding: "utf8"
        })
        assert.deepStrictEqual({ status, told: stdout + stderr }, { status: 0, told: "" })
      })
    )
  }
})
