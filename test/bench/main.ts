import { appendFileSync } from "node:fs"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { startPostgres } from "../support/database/postgres.ts"
import { printBars } from "./bars.ts"
import { benchBeside, benchCampaign } from "./campaign.ts"
import { benchCarts } from "./carts.ts"
import { benchCartsInUse } from "./cartsInUse.ts"
import { benchClient } from "./client.ts"
import { benchContacts } from "./contactPages.ts"
import { benchSearch } from "./contactSearch.ts"
import { databasesAt, withRecycledLog } from "./databases.ts"
import { options } from "./options.ts"
import { benchDocuments } from "./documents.ts"
import { benchFlows } from "./flows.ts"
import { benchGrowth } from "./growth.ts"
import { benchImports } from "./imports.ts"
import { benchKills } from "./kills.ts"
import { benchLarge } from "./large.ts"
import { benchMail } from "./mail.ts"
import { benchMemory } from "./memory.ts"
import { benchNeighbour } from "./neighbour.ts"
import { benchOrders } from "./orders.ts"
import { benchPairs } from "./pairs.ts"
import { benchProcesses } from "./processes.ts"
import { publishedTable } from "./publish.ts"
import { reference } from "./reference.ts"
import { benchBacktests } from "./backtests.ts"
import { benchSegments } from "./segments.ts"
import { benchSignIn } from "./signin.ts"
import { benchSite } from "./site.ts"
import { benchWholeCampaign } from "./wholeCampaign.ts"
import { benchWebhooks } from "./webhooks.ts"
import { disturbances, printDisturbances } from "./undisturbed.ts"

const started = new Date()
const given = process.env["BENCH_DATABASE_URL"]
const directory = await mkdtemp(join(tmpdir(), "bench-"))
await chmod(directory, 0o711)
// A bench PostgreSQL is durable, with default settings except the retained log.
const own = given === undefined ? await startPostgres(directory, withRecycledLog.settings) : undefined
if (own !== undefined) await withRecycledLog.prepare(own.url("postgres"))
const databases = await databasesAt(given ?? own?.url("postgres") ?? "", options)
console.log(`${databases.version}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}`)
const before = reference(directory)
console.log(`One core alone: ${before.loops.toFixed(0)} loops/s, ${before.syncs.toFixed(0)} writes to disk/s`)
const line: Record<string, unknown> = {
  at: started.toISOString(),
  cores: cpus().length,
  database: databases.version,
  reference: before
}
const measured: Record<string, number> = {}
let published: string | undefined
try {
  const { sizes } = options
  const subjects = [
    ...(options.orders
      ? [
          async () => {
            const figures = await benchOrders(databases)
            if (!options.publish) return figures
            const kills = await benchKills(databases)
            const references = [before, reference(directory)] as const
            published = publishedTable({ database: databases.version, ...figures, kills, references })
            return { ...figures, kills, references }
          }
        ]
      : []),
    ...(options.client ? [() => benchClient(databases)] : []),
    ...(options.processes ? [() => benchProcesses(databases)] : []),
    ...(options.contacts > 0 ? [() => benchContacts(databases, options.contacts)] : []),
    ...(options.search > 0 ? [() => benchSearch(databases, options.search)] : []),
    ...(options.backtest > 0 ? [() => benchBacktests(databases, options.backtest)] : []),
    ...(options.pairs > 0 ? [() => benchPairs(databases, options.pairs)] : []),
    ...(options.segments > 0 ? [() => benchSegments(databases, options.segments)] : []),
    ...(options.large > 0 ? [() => benchLarge(databases, options.large)] : []),
    ...(options.memory > 0 ? [() => benchMemory(databases, options.memory)] : []),
    ...(options.growth > 0 ? [() => benchGrowth(databases, options.growth)] : []),
    ...(options.flows > 0 || options.only.has("flows") ? [() => benchFlows(databases, options.flows || 2_000)] : []),
    ...(options.mail > 0 || options.only.has("mail") ? [() => benchMail(databases, options.mail || 20_000)] : []),
    ...(options.campaign > 0 && !options.only.has("beside")
      ? [() => (options.whole ? benchWholeCampaign : benchCampaign)(databases, options.campaign)]
      : []),
    ...(options.only.has("beside") ? [() => benchBeside(databases, options.campaign || 30_000)] : []),
    ...(options.import > 0 || options.only.has("import")
      ? [() => benchImports(databases, options.import || 1_000_000)]
      : []),
    ...(options.only.has("neighbour") ? [() => benchNeighbour(databases)] : []),
    ...(options.only.has("signin") ? [() => benchSignIn(databases)] : []),
    ...(options.only.has("carts") ? [() => benchCarts(databases)] : []),
    ...(options.only.has("site") ? [() => benchSite(databases)] : []),
    ...(options.only.has("cartsInUse") ? [() => benchCartsInUse(databases)] : []),
    ...(options.only.has("documents") ? [benchDocuments] : []),
    ...(options.only.has("webhooks") ? [() => benchWebhooks(databases)] : [])
  ]
  const all = [
    () => benchOrders(databases),
    () => benchClient(databases),
    () => benchProcesses(databases),
    () => benchContacts(databases, sizes.contacts),
    () => benchSearch(databases, sizes.contacts),
    () => benchSegments(databases, sizes.contacts),
    () => benchMemory(databases, sizes.memory),
    () => benchGrowth(databases, sizes.growth),
    () => benchNeighbour(databases),
    () => benchSignIn(databases),
    () => benchCarts(databases),
    () => benchSite(databases),
    () => benchCartsInUse(databases),
    () => benchWebhooks(databases),
    benchDocuments
  ]
  for (const bench of subjects.length > 0 ? subjects : all) {
    const { ratios, ...figures } = await bench()
    Object.assign(line, figures)
    Object.assign(measured, ratios)
  }
} finally {
  await databases.drop()
  await own?.stop()
  await rm(directory, { recursive: true, force: true })
}
printBars(measured)
printDisturbances()
if (published !== undefined) console.log(`\n${published}`)
if (options.json !== undefined)
  appendFileSync(options.json, `${JSON.stringify({ ...line, bars: measured, disturbances: disturbances() })}\n`)
console.log(`\n${((Date.now() - started.getTime()) / 1000).toFixed(0)} s in all`)
