import { Context, Effect, Layer } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"
import { Keys } from "../../store/database/Keys.ts"
import { publicUrl } from "../../store/database/PublicUrl.ts"

/** What a link may do: one kind never stands in for another. */
type LinkKind = "unsubscribe" | "click" | "sms" | "email"

const paths = { unsubscribe: "/u/", click: "/c/", sms: "/hooks/sms/", email: "/hooks/email/" } as const

/** Signed links on the public origin. They hold what they speak of, so none is stored and none can be made up. */
export class Links extends Context.Service<
  Links,
  {
    /** `PUBLIC_URL` without a slash at its end. */
    readonly origin: string
    readonly sign: (kind: LinkKind, parts: ReadonlyArray<string>) => string
    /** The parts that were signed; undefined for anything that was not signed as this kind. */
    readonly open: (kind: LinkKind, token: string) => ReadonlyArray<string> | undefined
  }
>()("tally/messages/templates/Links") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const key = (yield* Keys).derive("links")
      const { href: origin } = yield* publicUrl
      const mac = (kind: LinkKind, payload: string) =>
        createHmac("sha256", key).update(`${kind}.${payload}`).digest().subarray(0, 16)
      return Links.of({
        origin,
        sign: (kind, parts) => {
          const payload = Buffer.from(JSON.stringify(parts)).toString("base64url")
          return `${origin}${paths[kind]}${payload}.${mac(kind, payload).toString("base64url")}`
        },
        open: (kind, token) => {
          const [payload = "", signature = "", ...rest] = token.split(".")
          const given = Buffer.from(signature, "base64url")
          const wanted = mac(kind, payload)
          // Base64 has several spellings of the same bytes; only the one that was given out counts.
          const exact = given.length === wanted.length && given.toString("base64url") === signature && rest.length === 0
          if (!exact || !timingSafeEqual(given, wanted)) return undefined
          const parts: unknown = JSON.parse(Buffer.from(payload, "base64url").toString())
          return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : undefined
        }
      })
    })
  )
}
