import { Effect } from "effect"
import { chmod, lstat, readdir } from "node:fs/promises"
import { join } from "node:path"

const modeOf = async (path: string): Promise<number | undefined> =>
  lstat(path).then(
    ({ mode }) => mode & 0o777,
    () => undefined
  )

// Fails on file systems without modes and on files of other owners; the directory above is closed in any case.
const close = (path: string, mode: number) => chmod(path, mode).catch(() => undefined)

// Closes a directory after its entries, so that a closed directory means that everything below is closed.
const closeTree = async (directory: string): Promise<void> => {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await closeTree(path)
    else if (entry.isFile()) await close(path, 0o600)
  }
  await close(directory, 0o700)
}

/** Sets mode 0600 for files and 0700 for directories of a data directory made by an earlier version. Requires its lock. */
export const closeFilesToOthers = (directory: string): Effect.Effect<void> =>
  Effect.promise(async () => {
    for (const name of ["database", "encryption.key"]) {
      const path = join(directory, name)
      const mode = await modeOf(path)
      if (mode === undefined || (mode & 0o077) === 0) continue
      if (name === "database") await closeTree(path)
      else await close(path, 0o600)
    }
  })
