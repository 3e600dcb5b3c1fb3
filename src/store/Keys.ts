import { Config, Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { hkdfSync, randomBytes } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { databaseUrl, dataDirectory } from "./Database.ts"

/** Its message is what the operator reads. */
export class EncryptionKeyMissing extends Schema.TaggedError<EncryptionKeyMissing>()("EncryptionKeyMissing", {
  message: Schema.String
}) {}

/** Keys that come from `ENCRYPTION_KEY` (contract §11). */
export class Keys extends Context.Service<
  Keys,
  {
    /** 32 bytes for one purpose: the same in every process, and of no use for guessing those of another purpose. */
    readonly derive: (purpose: string) => Buffer
  }
>()("tally/store/Keys") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const given = yield* Config.option(Config.Redacted("ENCRYPTION_KEY"))
      const embedded = Option.isNone(yield* databaseUrl)
      if (Option.isSome(given)) {
        const key = Redacted.value(given.value)
        if (key.length < 32) return yield* missing("ENCRYPTION_KEY must have at least 32 characters")
        return fromSecret(key)
      }
      if (!embedded) return yield* missing("ENCRYPTION_KEY must be set when DATABASE_URL is")
      const directory = yield* dataDirectory
      return fromSecret(yield* Effect.promise(() => kept(directory)))
    })
  )

  static readonly layerMemory = Layer.sync(this, () => fromSecret(randomBytes(32).toString("base64url")))
}

const missing = (message: string) => new EncryptionKeyMissing({ message })

const fromSecret = (secret: string) =>
  Keys.of({ derive: (purpose) => Buffer.from(hkdfSync("sha256", secret, "tally", purpose, 32)) })

// The first start makes the key; a start that comes second finds it.
const kept = async (directory: string): Promise<string> => {
  const path = join(directory, "encryption.key")
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(path, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 }).catch(
    async (error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
    }
  )
  return readFile(path, "utf8")
}
