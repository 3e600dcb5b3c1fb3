import { Context, Effect, Layer, Redacted } from "effect"
import { createPrivateKey } from "node:crypto"
import { emailDomain } from "../../domain/contacts/Email.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { MessageReason } from "../../domain/reasons.ts"
import { decideRoute, type ProcessMail, type RouteDecision } from "../../domain/senders/MailRoute.ts"
import { parseSmtpUrl } from "../../domain/senders/SmtpServer.ts"
import { type SendingSender, Senders } from "../../store/senders/Senders.ts"
import { EmailTransport, type MailRoute } from "../email/EmailTransport.ts"
import type { SigningKey } from "../email/signMail.ts"

/** The route of an account's mail; undefined `route` when it is captured. By an `unproven` one nothing but a test to oneself goes. `server`: the name and port of the mail server. */
export type FoundRoute =
  | { readonly _tag: "route"; readonly route: MailRoute | undefined; readonly server: string }
  | { readonly _tag: "unproven"; readonly route: MailRoute; readonly server: string; readonly reason: MessageReason }
  | Extract<RouteDecision, { readonly _tag: "none" }>

// Senders kept in memory, of the accounts that sent last.
const maxKept = 1_000

/** Finds how an account's mail goes out. */
export class MailRoutes extends Context.Service<
  MailRoutes,
  {
    /**
     * `sender_id` is null for the sender of the account. `version` is that of the account's sender; senders are read again when one of them has
     * changed.
     */
    readonly find: (
      account_id: string,
      version: number,
      sender_id: string | null
    ) => Effect.Effect<FoundRoute, Unavailable>
  }
>()("tally/outbound/senders/MailRoutes") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const senders = yield* Senders
      const { server } = yield* EmailTransport
      const kept = new Map<string, KeptSender>()

      const read = Effect.fnUntraced(function* (account_id: string, version: number, sender_id: string | null) {
        const place = `${account_id}|${sender_id ?? ""}`
        const found = kept.get(place)
        // A reader may know an older version than the one that is kept.
        if (found !== undefined && found.version >= version) return found
        const secrets = yield* sender_id === null
          ? senders.readSecrets(account_id)
          : senders.readFurtherSecrets(account_id, sender_id)
        kept.delete(place)
        if (secrets === undefined) return undefined
        const sender = withKey(secrets, server)
        const oldest = kept.size < maxKept ? undefined : kept.keys().next().value
        if (oldest !== undefined) kept.delete(oldest)
        kept.set(place, sender)
        return sender
      })

      return MailRoutes.of({
        find: Effect.fnUntraced(function* (account_id, version, sender_id) {
          const sender = yield* read(account_id, version, sender_id)
          if (sender === undefined) return deleted
          if (sender.has_server && sender.smtp_url === null) return unreadable
          const decision = decideRoute(sender, server)
          if (decision._tag === "none") return decision
          if (decision._tag === "captured") return { _tag: "route", route: undefined, server: "" }
          const { from } = decision
          const dkim = sender.dkim?.domain === emailDomain(from) ? sender.dkim : null
          const route = { from, smtp_url: sender.smtp_url, dkim }
          const name = sender.smtp_url === null ? `process ${server.host}` : serverOf(sender.smtp_url)
          return decision._tag === "unproven"
            ? { _tag: "unproven", route, server: name, reason: decision.reason }
            : { _tag: "route", route, server: name }
        })
      })
    })
  )
}

/** A sender whose key has been read. */
type KeptSender = Omit<SendingSender, "keys"> & { readonly dkim: SigningKey | null }

const withKey = ({ keys, ...sender }: SendingSender, server: ProcessMail): KeptSender => {
  const from = sender.from_email ?? server.from
  const found = from === null ? undefined : keys.find(({ domain }) => domain === emailDomain(from))
  if (found === undefined) return { ...sender, dkim: null }
  const { domain, selector, private_key } = found
  return { ...sender, dkim: { domain, selector, key: createPrivateKey(Redacted.value(private_key)) } }
}

const serverOf = (url: Redacted.Redacted): string => {
  const server = parseSmtpUrl(Redacted.value(url))
  return server === undefined ? "" : `${server.host}:${server.port}`
}

const deleted = { _tag: "none", reason: "the sender was deleted" } as const
const unreadable = { _tag: "none", reason: "the account's mail server must be set again" } as const
