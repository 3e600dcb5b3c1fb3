import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Forbidden } from "../../domain/accounts/SignIn.ts"
import { emailDomain } from "../../domain/contacts/Email.ts"
import type { RateLimited, Unavailable } from "../../domain/Errors.ts"
import { dkimRecord } from "../../domain/senders/dns/dkim.ts"
import { decideRoute, isServiceDomain, missingFields } from "../../domain/senders/MailRoute.ts"
import { decideSenderChange, type SenderChange } from "../../domain/senders/SenderChange.ts"
import type { SenderState } from "../../domain/senders/SenderState.ts"
import { parseSmtpUrl } from "../../domain/senders/SmtpServer.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { makeDkimKey } from "../../outbound/senders/makeDkimKey.ts"
import { isPrivateHost } from "../../outbound/webhooks/publicAddress.ts"
import { MediaFiles } from "../../store/media/MediaFiles.ts"
import { Secrets } from "../../store/keys/Secrets.ts"
import { transact, transactOnce } from "../../store/database/Transaction.ts"
import { requireMedia } from "../media/requireMedia.ts"
import type { StoredSender } from "../../store/senders/senderRow.ts"
import { SenderDomains } from "../../store/senders/SenderDomains.ts"
import { type SendingSender, Senders } from "../../store/senders/Senders.ts"

/** Reads and changes the senders of accounts (contract §12). */
export class ManageSender extends Context.Service<
  ManageSender,
  {
    readonly read: (account_id: string) => Effect.Effect<SenderState, Unavailable>
    /** Omitted fields keep their value. Only the operator may set `shared_address`. */
    readonly change: (
      account_id: string,
      change: SenderChange,
      isOperator: boolean
    ) => Effect.Effect<SenderState, Forbidden | ValidationFailed | Unavailable>
    /** Makes a DKIM key for the domain of the account's address, unless there is one; at most 5 a day. Fails without an address. */
    readonly createKey: (account_id: string) => Effect.Effect<SenderState, ValidationFailed | RateLimited | Unavailable>
    /** Removes the DKIM key; mail is no longer signed with it. Idempotent. */
    readonly removeKey: (account_id: string) => Effect.Effect<SenderState, Unavailable>
  }
>()("tally/programs/senders/ManageSender") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const senders = yield* Senders
      const media = yield* MediaFiles
      const domains = yield* SenderDomains
      const secrets = yield* Secrets
      const { server } = yield* EmailTransport

      const state = (
        account_id: string,
        { profile, shared_address, smtp_host, domain_proven, dkim, last_check }: StoredSender,
        { smtp_url }: Pick<SendingSender, "smtp_url">
      ): SenderState => {
        const smtp = smtp_url === null ? undefined : parseSmtpUrl(Redacted.value(smtp_url))
        const settings = {
          from_email: profile.from_email,
          shared_address,
          has_server: smtp_host !== null,
          domain_proven
        }
        const route = decideRoute(settings, server)
        const from = route._tag === "send" || route._tag === "unproven" ? route.from : profile.from_email
        const domain = profile.from_email === null ? undefined : emailDomain(profile.from_email)
        return {
          ...profile,
          smtp_host,
          smtp_server:
            smtp === undefined
              ? null
              : { port: smtp.port, security: smtp.secure ? "tls" : "starttls", user: smtp.user },
          shared_address,
          sending:
            route._tag === "send"
              ? { status: "sending", from, server: route.server }
              : { status: route._tag, from, server: null },
          missing: missingFields(profile, settings, server),
          domain_proof:
            domain === undefined ||
            settings.has_server ||
            !server.sends ||
            isServiceDomain(profile.from_email ?? "", server)
              ? null
              : { domain, proven: domain_proven, record: domains.record(account_id, domain) },
          dkim:
            dkim === null || from === null || emailDomain(from) !== dkim.domain
              ? null
              : { record: dkimRecord(dkim), seen_at: dkim.seen_at },
          last_check
        }
      }
      const read = (account_id: string) =>
        Effect.map(Effect.all([senders.read(account_id), senders.readSecrets(account_id)]), ([sender, sending]) =>
          state(account_id, sender, sending)
        )

      return ManageSender.of({
        read,
        change: Effect.fn("ManageSender.change")(function* (account_id, change, isOperator) {
          if (change.shared_address !== undefined && !isOperator) return yield* operatorOnly
          const smtp = yield* readServer(change.smtp_url, server.allowsPrivate)
          const save = Effect.gen(function* () {
            const before = yield* senders.lock(account_id)
            const settings = { ...before, has_server: before.smtp_host !== null }
            const changed = yield* Effect.fromResult(decideSenderChange(settings, change, server))
            const { from_email } = changed.profile
            if (!changed.has_server && from_email !== null && from_email !== before.profile.from_email) {
              const { isProven, others } = yield* domains.holders(account_id, emailDomain(from_email))
              if (!isProven && others.length > 0) return yield* heldByOther
            }
            yield* requireMedia(media, account_id, "logo_url", change.logo_url)
            yield* senders.save(account_id, changed, smtp)
          })
          yield* transactOnce(sql)(save)
          return yield* read(account_id)
        }),
        createKey: Effect.fn("ManageSender.createKey")(function* (account_id) {
          const { dkim, sending } = yield* read(account_id)
          if (sending.from === null) return yield* noAddress
          if (dkim === null) {
            yield* transactOnce(sql)(senders.countKey(account_id))
            const key = yield* makeDkimKey(emailDomain(sending.from), `tally-${yield* secrets.random(4, "hex")}`)
            yield* transactOnce(sql)(
              Effect.gen(function* () {
                const current = yield* senders.lock(account_id)
                // Of two calls at once the first makes the key.
                if (current.dkim?.domain !== key.domain) yield* senders.setKey(account_id, key)
              })
            )
          }
          return yield* read(account_id)
        }),
        removeKey: Effect.fn("ManageSender.removeKey")(function* (account_id) {
          const remove = Effect.gen(function* () {
            const { dkim } = yield* senders.lock(account_id)
            if (dkim !== null) yield* senders.setKey(account_id, null)
          })
          yield* transact(sql)(remove)
          return yield* read(account_id)
        })
      })
    })
  ).pipe(Layer.provide(MediaFiles.layer))
}

const operatorOnly = new Forbidden({ message: "Only the operator may let an account use the address of this service" })
const heldByOther = invalid(
  "from_email",
  "Is at a domain that another account of this service has proven to be its own"
)
const noAddress = invalid("from_email", "Set the address that you send from first")

/** The mail server of a change; undefined if it does not change. Names are resolved when mail is sent. */
const readServer = (url: string | null | undefined, allowsPrivate: boolean) => {
  if (url === undefined || url === null) return Effect.succeed(url)
  const host = parseSmtpUrl(url)?.host ?? ""
  return isPrivateHost(host) && !allowsPrivate ? Effect.fail(notPublic) : Effect.succeed({ url, host })
}

const notPublic = invalid("smtp_url", "Must be a mail server with a public address")
