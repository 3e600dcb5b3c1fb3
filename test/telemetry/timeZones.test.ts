import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { NodeServices } from "@effect/platform-node"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { embedded } from "../support/database/databases.ts"
import { startServer } from "../support/faults/processes.ts"
import { metrics } from "../support/http/metrics.ts"

const { zones } = JSON.parse(readFileSync(join(import.meta.dirname, "../fieldCases/zoneFiles.json"), "utf8"))

/** A directory of zone files as a system has it. */
const systemZones = Effect.fnUntraced(function* (version: string) {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped()
  yield* fs.writeFileString(join(directory, "tzdata.zi"), `# version ${version}\nR d 1916 o - Jun 14 23s 1 S\n`)
  yield* fs.makeDirectory(join(directory, "America"))
  const file = Buffer.from(zones["America/Winnipeg"].file, "base64")
  yield* fs.writeFile(join(directory, "America/Winnipeg"), file)
  return directory
}, Effect.provide(NodeServices.layer))

const node = `tally_time_zones_used{source="node",version="${process.versions["tz"]}"}`

describe("the time zones of a server", () => {
  it.live("are the system's where those are newer than Node's, which a warning and the metrics say", () =>
    Effect.gen(function* () {
      const measured = yield* metrics
      const TZDIR = yield* systemZones("2099a")
      const server = yield* startServer({ ...(yield* embedded), ...measured.settings, TZDIR })
      assert.include(server.output(), `"Node's time zones are older than the system's"`)
      assert.match(server.output(), /"system":"2099a","used":"system"/)
      const scrape = yield* measured.scrape
      assert.strictEqual(scrape.value(node), 0)
      assert.strictEqual(scrape.value('tally_time_zones_used{source="system",version="2099a"}'), 1)
    })
  )

  it.live("are Node's where the system's are older", () =>
    Effect.gen(function* () {
      const measured = yield* metrics
      const TZDIR = yield* systemZones("2001a")
      const server = yield* startServer({ ...(yield* embedded), ...measured.settings, TZDIR, LOG_LEVEL: "Info" })
      assert.match(server.output(), /"system":"2001a","used":"node"/)
      assert.notInclude(server.output(), "are older")
      const scrape = yield* measured.scrape
      assert.strictEqual(scrape.value(node), 1)
      assert.strictEqual(scrape.value('tally_time_zones_used{source="system",version="2001a"}'), 0)
    })
  )
})
