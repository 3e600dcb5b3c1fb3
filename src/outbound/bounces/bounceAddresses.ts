import { Config, Effect, Option, Schema } from "effect"
import { timingSafeEqual } from "node:crypto"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { Links } from "../templates/Links.ts"

/** The domain at which mail comes back (`BOUNCE_DOMAIN`). */
export const bounceDomain = Config.schema(
  Schema.String.check(Schema.isPattern(/^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i)),
  "BOUNCE_DOMAIN"
)

const ref = /^b([0-9a-z]{26})([0-9a-z]{26})([0-9a-v]{11})$/
const alphabet = "0123456789abcdefghijklmnopqrstuv"

/**
 * The addresses to which mail comes back, one a message (VERP): the envelope sender names account and message and is signed, so that a
 * bounce finds its message and nobody makes one up. A local part has at most 64 characters, and servers may change its case. Without
 * `BOUNCE_DOMAIN` no message has one.
 */
export const bounceAddresses = Effect.gen(function* () {
  const links = yield* Links
  const domain = Option.getOrNull(yield* Config.option(bounceDomain))?.toLowerCase() ?? null
  // 55 bits: what fits beside both ids.
  const signatureOf = (ids: string): string =>
    [...links.digest("bounce", ids).subarray(0, 11)].map((byte) => alphabet.charAt(byte % 32)).join("")
  return {
    sign: ({ account_id, message_id }: MessageRef): string | undefined => {
      const ids = `${message_id.replace(/^msg_/, "")}${account_id.replace(/^acc_/, "")}`
      const local = `b${ids}${signatureOf(ids)}`
      return domain !== null && ref.test(local) ? `${local}@${domain}` : undefined
    },
    /** The message of an address; undefined unless it was signed here. */
    open: (address: string): MessageRef | undefined => {
      const [local = "", ...rest] = address.toLowerCase().split("@")
      const [, message, account, signature = ""] = ref.exec(local) ?? []
      if (domain === null || rest.join("@") !== domain || message === undefined || account === undefined)
        return undefined
      const isOwn = timingSafeEqual(Buffer.from(signatureOf(`${message}${account}`)), Buffer.from(signature))
      return isOwn ? { account_id: `acc_${account}`, message_id: `msg_${message}` } : undefined
    }
  }
})
