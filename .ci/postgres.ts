// node .ci/postgres.ts <empty folder>: a PostgreSQL set up by the statements of compose.yaml. Writes its port;
// ends with its standard input.
import { mkdir } from "node:fs/promises"
import { administer } from "../test/support/database/administer.ts"
import { composeRoles } from "../test/support/database/composeRoles.ts"
import { startPostgres } from "../test/support/database/postgres.ts"

const [, , directory = ""] = process.argv
await mkdir(directory, { mode: 0o755 })
const { url, stop } = await startPostgres(directory)
for (const statement of composeRoles("secret")) await administer(url("postgres"), statement)
process.stdout.write(`${new URL(url("tally")).port}\n`)
process.stdin.resume().on("end", () => void stop())
