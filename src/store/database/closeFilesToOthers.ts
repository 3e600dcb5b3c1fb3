import { Effect } from "effect"
import { chmod, lstat, readdir } from "node:fs/promises"
import { join } from "node:path"

const modeOf = async (path: string): Promise<number | undefined> =>
  lstat(path).then(
    ({ mode }) => mode & 0o777,
    () => undefined
  )

// A file system without modes, or another owner: the directory above is closed all the same.
const close = (path: string, mode: number) => chmod(path, mode).catch(() => undefined)

// A directory comes after its entries: closed, it tells that all below is.
const closeTree = async (directory: string): Promise<void> => {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await closeTree(path)
    else if (entry.isFile()) await close(path, 0o600)
  }
  await close(directory, 0o700)
}

/** Gives files 0600 and directories 0700 in a data directory of an earlier version, which followed the umask. Requires its lock. */
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
