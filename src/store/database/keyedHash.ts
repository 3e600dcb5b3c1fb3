import { createHmac } from "node:crypto"
import type { Keys } from "./Keys.ts"

/** HMAC-SHA256 under a key of its own: equal texts give equal hashes, and without `ENCRYPTION_KEY` nobody can try texts out. */
export const keyedHash = (keys: Pick<typeof Keys.Service, "derive">, purpose: string): ((text: string) => string) => {
  const key = keys.derive(purpose)
  return (text) => createHmac("sha256", key).update(text).digest("base64url")
}
