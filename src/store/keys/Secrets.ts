import { Context, Effect, Layer } from "effect"
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto"
import { Keys } from "./Keys.ts"

/** Encryption and keyed hashes of secrets, and randomness for new ones. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** AES-256-GCM, bound to `place` (account and id), so that a value cannot be moved to another row. */
    readonly encrypt: (secret: string, place: string) => Effect.Effect<string>
    /** Decrypts text from `encrypt` with the same place and key; any other text is a defect. */
    readonly decrypt: (encrypted: string, place: string) => Effect.Effect<string>
    /** HMAC-SHA-256 as hex. Stored instead of a value to recognize, also where values can be guessed. */
    readonly hash: (value: string) => string
    /** `bytes` random bytes of the system. */
    readonly random: (bytes: number, encoding: "hex" | "base64url") => Effect.Effect<string>
  }
>()("tally/store/keys/Secrets") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const keys = yield* Keys
      const [encryptionKey, hashKey] = [keys.derive("encryption"), keys.derive("hash")]
      return Secrets.of({
        encrypt: (secret, place) =>
          Effect.sync(() => {
            const iv = randomBytes(12)
            const cipher = createCipheriv("aes-256-gcm", encryptionKey, iv).setAAD(Buffer.from(place))
            const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
            return `1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`
          }),
        decrypt: (encrypted, place) =>
          Effect.sync(() => {
            const bytes = Buffer.from(encrypted.slice(2), "base64url")
            const cipher = createDecipheriv("aes-256-gcm", encryptionKey, bytes.subarray(0, 12), { authTagLength: 16 })
            cipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(12, 28))
            return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString("utf8")
          }),
        hash: (value) => createHmac("sha256", hashKey).update(value).digest("hex"),
        random: (bytes, encoding) => Effect.sync(() => randomBytes(bytes).toString(encoding))
      })
    })
  )
}
