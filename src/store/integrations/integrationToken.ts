import { Effect } from "effect"
import { digestOf } from "../keys/Digest.ts"
import type { Secrets } from "../keys/Secrets.ts"

/** A new token of an integration, with its digest, by which requests find it, and its encrypted form, which owners reveal. */
export const newIntegrationToken = Effect.fnUntraced(function* (
  secrets: Secrets["Service"],
  account_id: string,
  id: string
) {
  const token = `integration_${yield* secrets.random(20, "hex")}`
  return { token, digest: digestOf(token), encrypted: yield* secrets.encrypt(token, `${account_id}|${id}`) }
})
