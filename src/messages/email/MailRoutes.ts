import { Context, Effect, Layer } from "effect"
import { emailDomain } from "../../domain/contacts/Email.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { decideRoute, type RouteDecision } from "../../domain/messages/MailRoute.ts"
import { type SendingSender, Senders } from "../../store/messages/Senders.ts"
import { EmailTransport, type MailRoute } from "./EmailTransport.ts"

/** The route of an account's mail; undefined `route` when it is captured. */
export type FoundRoute =
  | { readonly _tag: "route"; readonly route: MailRoute | undefined }
  | Extract<RouteDecision, { readonly _tag: "none" }>

// Senders kept in memory, of the accounts that sent last.
const maxKept = 1_000

/** Finds how an account's mail goes out. */
export class MailRoutes extends Context.Service<
  MailRoutes,
  {
    /** `version` is that of the account's sender; a sender is read again when it has changed. */
    readonly find: (account_id: string, version: number) => Effect.Effect<FoundRoute, Unavailable>
  }
>()("tally/messages/email/MailRoutes") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const senders = yield* Senders
      const { server } = yield* EmailTransport
      const kept = new Map<string, SendingSender>()

      const read = Effect.fnUntraced(function* (account_id: string, version: number) {
        const found = kept.get(account_id)
        // A reader may know an older version than the one that is kept.
        if (found !== undefined && found.version >= version) return found
        const sender = yield* senders.readSecrets(account_id)
        kept.delete(account_id)
        const oldest = kept.size < maxKept ? undefined : kept.keys().next().value
        if (oldest !== undefined) kept.delete(oldest)
        kept.set(account_id, sender)
        return sender
      })

      return MailRoutes.of({
        find: Effect.fnUntraced(function* (account_id, version) {
          const sender = yield* read(account_id, version)
          if (sender.has_server && sender.smtp_url === null) return unreadable
          const decision = decideRoute(sender, server)
          if (decision._tag === "none") return decision
          if (decision._tag === "captured") return { _tag: "route", route: undefined }
          const { from } = decision
          const dkim = sender.dkim?.domain === emailDomain(from) ? sender.dkim : null
          return { _tag: "route", route: { from, smtp_url: sender.smtp_url, dkim } }
        })
      })
    })
  )
}

const unreadable = { _tag: "none", reason: "the account's mail server must be set again" } as const
