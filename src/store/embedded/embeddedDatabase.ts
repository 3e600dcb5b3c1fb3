import { PGlite } from "@electric-sql/pglite"
import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { OwnerOnlyFiles } from "./OwnerOnlyFiles.ts"

// Fits into the initial 128 MB of WebAssembly memory; the default of 128 MB would need 70 MB more.
const buffers = { shared_buffers: "48MB" }

// A checkpoint deletes log segments that it no longer needs: recycled segments would keep erased rows.
const log = { wal_recycle: "off", wal_init_zero: "off", min_wal_size: "32MB" }

export interface EmbeddedOptions {
  readonly directory: string
  readonly settings: Readonly<Record<string, string>>
}

/**
 * Opens the embedded database of a directory, creating it if there is none. Creates it in `database.new` and renames it, so that a process
 * that is killed leaves no half-made database. Requires the lock of the directory.
 */
export const embeddedDatabase = async ({ directory, settings }: EmbeddedOptions): Promise<PGlite> => {
  const parameters = Object.entries({ ...settings, ...buffers, ...log, "tally.embedded": "on" }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`]
  )
  const startParams = [...PGlite.defaultStartParams, ...parameters]
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
