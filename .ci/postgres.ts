// node .ci/postgres.ts <empty folder>: a PostgreSQL with the user and the database that compose.yaml names. Writes its port;
// ends with its standard input.
import { mkdir } from "node:fs/promises"
import { administer } from "../test/support/database/administer.ts"
import { startPostgres } from "../test/support/database/postgres.ts"

const [, , directory = ""] = process.argv
await mkdir(directory, { mode: 0o755 })
const { url, stop } = await startPostgres(directory)
await administer(url("postgres"), "CREATE ROLE tally LOGIN")
await administer(url("postgres"), "CREATE DATABASE tally OWNER tally")
process.stdout.write(`${new URL(url("tally")).port}\n`)
process.stdin.resume().on("end", () => void stop())
