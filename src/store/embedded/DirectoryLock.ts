import { Effect, Schema } from "effect"
import { chmod, link, mkdir, readdir, readFile, rename, stat, unlink, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** The data directory is used by another process or cannot be used. The operator reads the message. */
export class DirectoryInUse extends Schema.TaggedError<DirectoryInUse>()("DirectoryInUse", {
  message: Schema.String
}) {}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

// A pid is reused after a reboot or in a container; the start time tells the processes apart where /proc exists.
const startOf = async (pid: number): Promise<string> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""
}

// Another process may have replaced the lock after it was read: then its lock is moved back.
const removeStale = async (path: string, aside: string, holder: string): Promise<void> => {
  const isMoved = await rename(path, aside).then(
    () => true,
    () => false
  )
  if (!isMoved) return
  if ((await readFile(aside, "utf8")) !== holder) await link(aside, path).catch(() => undefined)
  await unlink(aside)
}

const ownFiles = /^(?:database(?:\.new)?|encryption\.key(?:\.new)?|lock.*|lost\+found)$/

// The directory may have been created open to other users, by hand or by an image. It is closed only if it has no other files.
const closeToOthers = async (directory: string): Promise<void> => {
  const isOpen = async () => ((await stat(directory)).mode & 0o077) !== 0
  if (!(await isOpen())) return
  if ((await readdir(directory)).every((name) => ownFiles.test(name))) {
    await chmod(directory, 0o700).catch(() => undefined)
    if (!(await isOpen())) return
  }
  throw new Error(
    "it is open to other users; make it a directory of its own with mode 700 (chmod 700), or set DATA_DIR"
  )
}

const take = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await closeToOthers(directory)
  const path = join(directory, "lock")
  const own = join(directory, `lock.${process.pid}`)
  await writeFile(own, `${process.pid} ${await startOf(process.pid)}`, { mode: 0o600 })
  try {
    for (;;) {
      // A hard link is created atomically, so no process reads a half-written lock.
      const isTaken = await link(own, path).then(
        () => true,
        () => false
      )
      if (isTaken) return
      const holder = await readFile(path, "utf8").catch(() => undefined)
      if (holder === undefined) continue
      const [pid = 0, start = ""] = [Number(holder.split(" ")[0]), holder.split(" ")[1] ?? ""]
      if (isAlive(pid) && (await startOf(pid)) === start && pid !== process.pid) {
        throw new DirectoryInUse({ message: `${directory} is in use by process ${pid}; stop it, or set DATA_DIR` })
      }
      await removeStale(path, `${own}.old`, holder)
    }
  } finally {
    await unlink(own).catch(() => undefined)
  }
}

/** Locks the directory for this process until the scope closes. Takes over the lock of a process that has ended. */
export const lockDirectory = (directory: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => take(directory),
      catch: (error) =>
        error instanceof DirectoryInUse
          ? error
          : new DirectoryInUse({
              message: `${directory} can't be used: ${error instanceof Error ? error.message : error}`
            })
    }),
    () => Effect.promise(() => unlink(join(directory, "lock")).catch(() => undefined))
  )
