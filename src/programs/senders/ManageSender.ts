import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Forbidden } from "../../domain/accounts/SignIn.ts"
import { emailDomain } from "../../domain/contacts/Email.ts"
import { NotFound, type RateLimited, type Unavailable } from "../../domain/Errors.ts"
import { decideSenderChange, type SenderChange } from "../../domain/senders/SenderChange.ts"
import type { SenderState } from "../../domain/senders/SenderState.ts"
import { parseSmtpUrl } from "../../domain/senders/SmtpServer.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { isPrivateHost } from "../../outbound/webhooks/publicAddress.ts"
import { MediaFiles } from "../../store/media/MediaFiles.ts"
import { transact, transactOnce } from "../../store/database/Transaction.ts"
import { requireMedia } from "../media/requireMedia.ts"
import { SenderDomains } from "../../store/senders/SenderDomains.ts"
import { Senders } from "../../store/senders/Senders.ts"
import { heldByOther } from "./heldByOther.ts"
import { makeSenderState } from "./makeSenderState.ts"
import { makeSigningKeys } from "./makeSigningKeys.ts"
import { TrackingDomains } from "../../store/senders/TrackingDomains.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { nextTrackingCheck, uncheckedState } from "../../domain/senders/trackingChecks.ts"
import { trackingHostFault } from "../../domain/senders/TrackingDomain.ts"
import { trackingState } from "./trackingState.ts"
import { changeSendingLimits, type SendingLimitsInput } from "../../domain/messages/SendingLimits.ts"
import { SendingAllowances } from "../../store/messages/SendingAllowances.ts"

/** Reads and changes the sender of an account, and sets the limits of its sending (contract §12). */
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
    /** Replaces the limits of the account's own sending. Idempotent: the same warm-up goes on. Every process follows them within ten seconds. */
    readonly setLimits: (account_id: string, input: SendingLimitsInput) => Effect.Effect<void, NotFound | Unavailable>
  }
>()("tally/programs/senders/ManageSender") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const senders = yield* Senders
      const media = yield* MediaFiles
      const domains = yield* SenderDomains
      const { server } = yield* EmailTransport
      const stateOf = yield* makeSenderState
      const keys = yield* makeSigningKeys
      const tracking = yield* TrackingDomains
      const { hostname } = yield* publicUrl

      const read = (account_id: string) =>
        Effect.map(
          Effect.all([senders.read(account_id), senders.readSecrets(account_id), tracking.read(account_id)]),
          ([sender, { smtp_url }, row]): SenderState => ({
            ...stateOf(account_id, sender, smtp_url),
            tracking_domain: row === undefined ? null : trackingState(row, hostname),
            sms_part_price: sender.sms_part_price
          })
        )
      const allowances = yield* SendingAllowances
      return ManageSender.of({
        read,
        change: Effect.fn("ManageSender.change")(function* (account_id, change, isOperator) {
          if (change.shared_address !== undefined && !isOperator) return yield* operatorOnly
          const smtp = yield* readServer(change.smtp_url, server.allowsPrivate)
          const { tracking_domain, sms_part_price, ...settingsChange } = change
          const fault = tracking_domain == null ? undefined : trackingHostFault(tracking_domain, hostname, isOperator)
          if (fault !== undefined) return yield* invalid("tracking_domain", fault)
          const save = Effect.gen(function* () {
            const before = yield* senders.lock(account_id)
            const settings = { ...before, has_server: before.smtp_host !== null }
            const changed = yield* Effect.fromResult(decideSenderChange(settings, settingsChange, server))
            const { from_email } = changed.profile
            if (!changed.has_server && from_email !== null && from_email !== before.profile.from_email) {
              const { isProven, others } = yield* domains.holders(account_id, emailDomain(from_email))
              if (!isProven && others.length > 0) return yield* heldByOther
            }
            yield* requireMedia(media, account_id, "logo_url", change.logo_url)
            yield* senders.save(account_id, changed, smtp)
            if (sms_part_price !== undefined) yield* senders.setPartPrice(account_id, sms_part_price)
            if (tracking_domain === undefined) return
            const due_at = (yield* Clock.currentTimeMillis) + nextTrackingCheck(uncheckedState)
            yield* tracking.set(account_id, tracking_domain, due_at)
          })
          yield* transactOnce(sql)(save)
          return yield* read(account_id)
        }),
        createKey: Effect.fn("ManageSender.createKey")(function* (account_id) {
          const { dkim, sending } = yield* read(account_id)
          if (sending.from === null) return yield* noAddress
          if (dkim === null) yield* keys.make(account_id, sending.from)
          return yield* read(account_id)
        }),
        removeKey: Effect.fn("ManageSender.removeKey")(function* (account_id) {
          const { sending } = yield* read(account_id)
          if (sending.from !== null) yield* keys.remove(account_id, emailDomain(sending.from))
          return yield* read(account_id)
        }),
        setLimits: Effect.fn("ManageSender.setLimits")(function* (account_id, input) {
          const stored = yield* allowances.lock(account_id)
          if (stored === undefined) return yield* new NotFound()
          const now = (yield* Clock.currentTimeMillis) + stored.clock_offset
          yield* allowances.save(account_id, changeSendingLimits(stored.limits, input, now))
        }, transact(sql))
      })
    })
  ).pipe(Layer.provide(MediaFiles.layer))
}

const operatorOnly = new Forbidden({ message: "Only the operator may let an account use the address of this service" })
const noAddress = invalid("from_email", "Set the address that you send from first")

/** The mail server of a change; undefined if it does not change. Names are resolved when mail is sent. */
const readServer = (url: string | null | undefined, allowsPrivate: boolean) => {
  if (url === undefined || url === null) return Effect.succeed(url)
  const host = parseSmtpUrl(url)?.host ?? ""
  return isPrivateHost(host) && !allowsPrivate ? Effect.fail(notPublic) : Effect.succeed({ url, host })
}

const notPublic = invalid("smtp_url", "Must be a mail server with a public address")
