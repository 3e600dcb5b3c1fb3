import { PGlite } from "@electric-sql/pglite"
import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { OwnerOnlyFiles } from "./OwnerOnlyFiles.ts"

// With buffers of this size it fits into the 128 MB it begins with; the default of 128 MB would take 70 MB more.
const buffers = { shared_buffers: "48MB" }

// Segments of the log go when a checkpoint has no more use for them: kept for later use, they would hold what was erased.
const log = { wal_recycle: "off", wal_init_zero: "off", min_wal_size: "32MB" }

/**
 * Opens the embedded database of a directory that this process holds, and makes it first where there is none: aside, so
 * that one half made by a process that was killed is never taken for whole.
 */
export const embeddedDatabase = async (
  directory: string,
  settings: Readonly<Record<string, string>>
): Promise<PGlite> => {
  const given = Object.entries({ ...settings, ...buffers, ...log, "tally.embedded": "on" }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`
  ])
  const startParams = [...PGlite.defaultStartParams, ...given]
  const path = join(directory, "database")
  const aside = join(directory, "database.new")
  await rm(aside, { recursive: true, force: true })
  if (!existsSync(path)) {
    const made = await PGlite.create({ fs: new OwnerOnlyFiles(aside), startParams })
    await made.close()
    await rename(aside, path)
  }
  return PGlite.create({ fs: new OwnerOnlyFiles(path), startParams })
}
