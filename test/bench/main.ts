import { appendFileSync } from "node:fs"
import { cpus } from "node:os"
import { databasesAt } from "./databases.ts"
import { options } from "./options.ts"
import { benchOrders } from "./orders.ts"

const url = process.env["BENCH_DATABASE_URL"]
if (url === undefined) throw new Error("BENCH_DATABASE_URL must name a PostgreSQL")

const started = new Date()
const databases = await databasesAt(url, options)
console.log(`${databases.version}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}`)
const line: Record<string, unknown> = { at: started.toISOString(), cores: cpus().length, database: databases.version }
try {
  Object.assign(line, await benchOrders(databases))
} finally {
  await databases.drop()
}
if (options.json !== undefined) appendFileSync(options.json, `${JSON.stringify(line)}\n`)
console.log(`\n${((Date.now() - started.getTime()) / 1000).toFixed(0)} s in all`)
