import { createHmac } from "node:crypto"
import type { Keys } from "./Keys.ts"

/** HMAC-SHA-256 with a key for `purpose`. Equal texts have equal hashes, which cannot be guessed without `ENCRYPTION_KEY`. */
export const keyedHash = (keys: Pick<typeof Keys.Service, "derive">, purpose: string): ((text: string) => string) => {
  const key = keys.derive(purpose)
  return (text) => createHmac("sha256", key).update(text).digest("base64url")
}
