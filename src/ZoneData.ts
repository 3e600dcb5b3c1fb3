import { Config, Effect, Layer } from "effect"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { isNewerZoneVersion, useZoneData, type ZoneFiles } from "./domain/zones/zoneData.ts"
import { gauge } from "./telemetry/gauges.ts"

/** The directory of the system's compiled zone files, by the variable that C libraries read too. */
const directoryOfZones = Config.String("TZDIR").pipe(Config.withDefault("/usr/share/zoneinfo"))

const versionOf = async (directory: string): Promise<string | undefined> => {
  const texts = ["tzdata.zi", "+VERSION"].map((name) => readFile(join(directory, name), "latin1").catch(() => ""))
  const [rules = "", version = ""] = await Promise.all(texts)
  return /^# version (\w+)/.exec(rules)?.[1] ?? /^\w+/.exec(version)?.[0]
}

// Lower-case directories hold the same zones with leap seconds; files of lower case are other zones' copies.
const zoneName = /^(?!Factory$|SystemV\/)[A-Z][\w+-]{0,30}(?:\/[\w+-]{1,30}){0,2}$/

const filesOf = async (directory: string): Promise<ZoneFiles["files"]> => {
  const names = (await readdir(directory, { recursive: true })).filter((name) => zoneName.test(name))
  const files = names.map((name) =>
    readFile(join(directory, name)).then(
      (bytes) => [[name, bytes] as const],
      // A directory, or a link without its target.
      () => []
    )
  )
  return new Map((await Promise.all(files)).flat())
}

const nodeVersion = process.versions["tz"] ?? "unknown"

/**
 * Chooses the newest of Node's time zones and the system's for the whole process, says which in the log and in metrics, and warns where the
 * system's are newer. A system without zones of a known version leaves Node's.
 */
export const ZoneDataLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const directory = yield* directoryOfZones
    const version = yield* Effect.promise(() => versionOf(directory))
    const isNewer = version !== undefined && isNewerZoneVersion(version, nodeVersion)
    const files = isNewer ? yield* Effect.promise(() => filesOf(directory).catch(() => new Map())) : new Map()
    const usesSystem = isNewer && files.size > 0
    useZoneData(usesSystem ? { version, files } : undefined)
    gauge("tally_time_zones_used", "1 for the time zones in use, 0 for the others", () => (usesSystem ? 0 : 1), {
      source: "node",
      version: nodeVersion
    })
    if (version !== undefined)
      gauge("tally_time_zones_used", "1 for the time zones in use, 0 for the others", () => (usesSystem ? 1 : 0), {
        source: "system",
        version
      })
    const found = { node: nodeVersion, system: version ?? "none", used: usesSystem ? "system" : "node" }
    yield* isNewer
      ? Effect.logWarning("Node's time zones are older than the system's", found)
      : Effect.logInfo("Time zones", found)
  })
)
