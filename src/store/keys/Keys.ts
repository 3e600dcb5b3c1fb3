import { Context, Effect, Layer, Option, Redacted } from "effect"
import { hkdfSync, randomBytes } from "node:crypto"
import { databaseUrl, dataDirectory, encryptionKey } from "../database/Database.ts"
import { EncryptionKeyUnusable, readKeyFile } from "./KeyFile.ts"

const minLength = 32

/** Keys derived from `ENCRYPTION_KEY`, or from the key file of the embedded database (contract §11). */
export class Keys extends Context.Service<
  Keys,
  {
    /** 32 bytes for one purpose: the same in every process, and independent of the keys of other purposes. */
    readonly derive: (purpose: string) => Buffer
  }
>()("tally/store/keys/Keys") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const secret = yield* encryptionKey
      if (Option.isSome(secret)) {
        const key = Redacted.value(secret.value)
        const { length } = key.trim()
        return length < minLength ? yield* tooShort(length) : fromSecret(key)
      }
      const embedded = Option.isNone(yield* databaseUrl)
      if (!embedded) return yield* unset
      return fromSecret(yield* readKeyFile(yield* dataDirectory))
    })
  )

  static readonly layerMemory = Layer.sync(this, () => fromSecret(randomBytes(32).toString("base64url")))
}

const unset = new EncryptionKeyUnusable({ message: "ENCRYPTION_KEY must be set when DATABASE_URL is" })

const tooShort = (length: number) =>
  new EncryptionKeyUnusable({
    message: `ENCRYPTION_KEY must have at least ${minLength} characters, not ${length}; "openssl rand -hex 32" makes one`
  })

const fromSecret = (secret: string) =>
  Keys.of({ derive: (purpose) => Buffer.from(hkdfSync("sha256", secret, "tally", purpose, 32)) })
