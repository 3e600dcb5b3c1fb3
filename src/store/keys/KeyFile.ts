import { Effect, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { open, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"

/** There is no usable key. The operator reads the message. */
export class EncryptionKeyUnusable extends Schema.TaggedError<EncryptionKeyUnusable>()("EncryptionKeyUnusable", {
  message: Schema.String
}) {}

// 32 random bytes as base64url.
const wholeKey = /^[A-Za-z0-9_-]{43}$/

const pathIn = (directory: string): string => join(directory, "encryption.key")

const unusable = (message: string) => new EncryptionKeyUnusable({ message })

const synced = async (path: string, flags: "r" | "w", text?: string): Promise<void> => {
  const file = await open(path, flags, 0o600)
  try {
    if (text !== undefined) await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

// Write to a second file, sync, rename, sync the directory: a power cut leaves no key or a whole one.
const write = async (directory: string): Promise<void> => {
  const path = pathIn(directory)
  const aside = `${path}.new`
  await rm(aside, { force: true })
  await synced(aside, "w", randomBytes(32).toString("base64url"))
  await rename(aside, path)
  // Windows cannot open directories.
  if (process.platform !== "win32") await synced(directory, "r")
}

/**
 * Creates `encryption.key` in a directory without a key and without a database. A database that has lost its key gets no new one, which
 * would hide the loss. Requires the lock of the directory.
 */
export const makeKeyFile = (directory: string): Effect.Effect<void, EncryptionKeyUnusable> =>
  Effect.tryPromise({
    try: async () => {
      if (existsSync(pathIn(directory)) || existsSync(join(directory, "database"))) return
      await write(directory)
    },
    catch: (error) => unusable(`${pathIn(directory)} can't be made: ${error instanceof Error ? error.message : error}`)
  })

/** The key of the directory. Fails when it is missing, unreadable or malformed. */
export const readKeyFile = (directory: string): Effect.Effect<string, EncryptionKeyUnusable> =>
  Effect.tryPromise({
    try: () => readFile(pathIn(directory), "utf8"),
    catch: (error) =>
      unusable(
        error instanceof Error && "code" in error && error.code === "ENOENT"
          ? `${pathIn(directory)} is missing, but the database beside it needs it: ${remedy}`
          : `${pathIn(directory)} can't be read: ${error instanceof Error ? error.message : error}`
      )
  }).pipe(
    Effect.filterOrFail(
      (key) => wholeKey.test(key),
      (key) =>
        unusable(`${pathIn(directory)} must hold 43 characters of A-Z, a-z, 0-9, - and _, not ${key.length}: ${remedy}`)
    )
  )

const remedy = "put it back from the backup, or set ENCRYPTION_KEY (what a new key loses: docs/operations.md)"
