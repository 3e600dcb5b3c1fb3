import { Effect, Redacted } from "effect"
import { generateKeyPair } from "node:crypto"
import type { DkimKeyPair } from "../../store/senders/SenderDomains.ts"

/** A new RSA key of 2,048 bits for the mail of a domain, under a selector of its own. */
export const makeDkimKey = (domain: string, selector: string): Effect.Effect<DkimKeyPair> =>
  Effect.callback((resume) => {
    const encoding = {
      modulusLength: 2_048,
      publicKeyEncoding: { type: "spki", format: "der" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" }
    } as const
    generateKeyPair("rsa", encoding, (error, publicKey, privateKey) => {
      if (error !== null) return resume(Effect.die(error))
      const public_key = publicKey.toString("base64")
      resume(Effect.succeed({ domain, selector, public_key, private_key: Redacted.make(privateKey) }))
    })
  })
