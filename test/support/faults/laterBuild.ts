import { Effect } from "effect"
import { mkdtemp, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { inject } from "vitest"
import { copyDirectory } from "../database/databases.ts"
import { mainOf } from "./processes.ts"

// Each adds the column `later_note` to a table.
const steps = {
  9001: ["account_notes", "ALTER TABLE accounts ADD later_note text NOT NULL DEFAULT 'none'"],
  9002: ["delivery_notes", "ALTER TABLE webhook_deliveries ADD later_note text"]
} as const

/** The two further steps as rows of the table `migrations`. */
export const laterSteps = Object.entries(steps).map(([id, [name]]) => ({ migration_id: Number(id), name }))

/** Settings of a server of a later version: this build, with two more steps. */
export const laterBuild = Effect.promise(async () => {
  const directory = await mkdtemp(join(inject("scratch"), "later-"))
  const built = dirname(mainOf({}))
  await copyDirectory(built, join(directory, "dist"))
  await symlink(join(import.meta.dirname, "../../../node_modules"), join(directory, "node_modules"))
  for (const [id, [name, statement]] of Object.entries(steps)) {
    const step = `import { Effect } from "effect"
import { SqlClient } from "effect/sql"
export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(${JSON.stringify(statement)}))`
    await writeFile(join(directory, "dist/migrations", `${id}_${name}.js`), step)
  }
  return { TALLY_MAIN: join(directory, "dist/main.js") }
})
