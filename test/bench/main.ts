import { appendFileSync } from "node:fs"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { startPostgres } from "../support/postgres.ts"
import { databasesAt } from "./databases.ts"
import { options } from "./options.ts"
import { benchFlows } from "./flows.ts"
import { benchOrders } from "./orders.ts"
import { benchClient, benchContacts, benchGrowth, benchMemory, benchProcesses } from "./scale.ts"

const started = new Date()
const given = process.env["BENCH_DATABASE_URL"]
const directory = await mkdtemp(join(tmpdir(), "bench-"))
await chmod(directory, 0o711)
// One of our own writes to disk as one that keeps orders does: the defaults of PostgreSQL.
const own = given === undefined ? await startPostgres(directory, []) : undefined
const databases = await databasesAt(given ?? own?.url("postgres") ?? "", options)
console.log(`${databases.version}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}`)
const line: Record<string, unknown> = { at: started.toISOString(), cores: cpus().length, database: databases.version }
try {
  const chosen = [
    ...(options.growth > 0 ? [() => benchGrowth(databases, options.growth)] : []),
    ...(options.contacts > 0 ? [() => benchContacts(databases, options.contacts)] : []),
    ...(options.memory > 0 ? [() => benchMemory(databases, options.memory)] : []),
    ...(options.flows > 0 ? [() => benchFlows(databases, options.flows)] : []),
    ...(options.processes ? [() => benchProcesses(databases)] : []),
    ...(options.client ? [() => benchClient(databases)] : [])
  ]
  for (const bench of chosen.length > 0 ? chosen : [() => benchOrders(databases)]) Object.assign(line, await bench())
} finally {
  await databases.drop()
  await own?.stop()
  await rm(directory, { recursive: true, force: true })
}
if (options.json !== undefined) appendFileSync(options.json, `${JSON.stringify(line)}\n`)
console.log(`\n${((Date.now() - started.getTime()) / 1000).toFixed(0)} s in all`)
