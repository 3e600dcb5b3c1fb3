import { Clock, Context, Effect, Layer, Result } from "effect"
import { NotFound, Unavailable } from "../../domain/Errors.ts"
import { isObject, parseObject, parseObjectOrList } from "../../domain/json/Json.ts"
import type { Headers } from "../../domain/mailReports/ReportForm.ts"
import { type ReportFormId, reportForms } from "../../domain/mailReports/reportForms.ts"
import { isTakenUnsigned } from "../../domain/mailReports/ReportKey.ts"
import { readReports } from "../../domain/mailReports/readReports.ts"
import { readSesMessage } from "../../domain/mailReports/ses.ts"
import {
  confirmationAddress,
  isSnsCertificate,
  isTopic,
  snsEnvelope,
  type SnsEnvelope
} from "../../domain/mailReports/sns.ts"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { isSigned, isSignedBySns } from "../../outbound/mailReports/signatures.ts"
import { SnsCalls } from "../../outbound/mailReports/SnsCalls.ts"
import { SnsCertificates } from "../../outbound/mailReports/SnsCertificates.ts"
import { ReportKeys } from "../../store/mailReports/ReportKeys.ts"
import type { ReportNonce } from "../../store/mailReports/ReceivedReports.ts"
import { KeepReports } from "./KeepReports.ts"
import { makeReceiveBounces, type ReceiveBounces } from "./ReceiveBounces.ts"

/** A request at an account's address for reports on e-mail. Nothing in it is proven but that its sender knows the address. */
interface MailReportRequest {
  readonly account_id: string
  readonly headers: Headers
  readonly body: Uint8Array
}

type ReceiveError = NotFound | ValidationFailed | Unavailable

/**
 * Receives what mail providers report (contract §4.7), by webhooks and by returned mail: recognizes the form, checks the signature, and
 * keeps the reports.
 */
export class ReceiveMailReports extends Context.Service<
  ReceiveMailReports,
  {
    /**
     * Fails with `NotFound` for a bad or missing signature, a token that came before with other content, or a foreign topic, and with
     * issues for an unknown form. Once the account has a key, only what its keys sign is taken. Confirms the first topic of Amazon SNS that
     * subscribes the address, and no other. On success the reports are kept.
     */
    readonly receive: (request: MailReportRequest) => Effect.Effect<void, ReceiveError>
  } & ReceiveBounces
>()("tally/programs/mailReports/ReceiveMailReports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const keys = yield* ReportKeys
      const reports = yield* KeepReports
      const certificates = yield* SnsCertificates
      const call = yield* SnsCalls

      const keep = Effect.fnUntraced(function* (...kept: Parameters<typeof reports.keep>) {
        if (!(yield* reports.keep(...kept))) return yield* new NotFound()
      })

      const verifySns = Effect.fnUntraced(function* (envelope: SnsEnvelope) {
        if (envelope.signature === "" || !isSnsCertificate(envelope.certificateUrl)) return yield* new NotFound()
        const certificate = yield* certificates.read(envelope.certificateUrl)
        // Amazon SNS repeats the call.
        if (certificate === undefined) return yield* new Unavailable({ retryAfter: 20 })
        if (!isSignedBySns(certificate, envelope, yield* Clock.currentTimeMillis)) return yield* new NotFound()
      })

      const confirm = Effect.fnUntraced(function* (account_id: string, envelope: SnsEnvelope) {
        const address = confirmationAddress(envelope)
        if (address === undefined || !isTopic(envelope.topic)) return yield* new NotFound()
        const known = yield* keys.list(account_id)
        if (!known.has("ses") && !isTakenUnsigned(known)) return yield* new NotFound()
        const topic = yield* keys.setFirst(account_id, "ses", envelope.topic)
        if (topic !== envelope.topic) return yield* new NotFound()
        if ((yield* call(address)) === undefined) return yield* new Unavailable({ retryAfter: 20 })
      })

      const receiveSns = Effect.fnUntraced(function* (account_id: string, envelope: SnsEnvelope) {
        yield* verifySns(envelope)
        if (envelope.type === "SubscriptionConfirmation") return yield* confirm(account_id, envelope)
        if ((yield* keys.read(account_id, "ses")) !== envelope.topic) return yield* new NotFound()
        // The topic may carry other texts, such as the one by which SES tests it.
        const message = parseObject(new TextEncoder().encode(envelope.message))
        if (envelope.type === "Notification" && Result.isSuccess(message)) {
          yield* keep(account_id, readSesMessage(message.success), [
            { token: `ses|${envelope.id}`, content: envelope.signed }
          ])
        }
      })

      // The tokens of a request that is signed by the provider's key; none where the secret address is the proof.
      const proofOf = Effect.fnUntraced(function* (
        form: ReportFormId,
        { account_id, headers, body }: MailReportRequest,
        elements: ReadonlyArray<unknown>
      ) {
        const known = yield* keys.list(account_id)
        if (isTakenUnsigned(known)) return []
        const key = known.get(form)
        const { signing } = reportForms[form]
        if (key === undefined || signing === undefined) return yield* new NotFound()
        const text = Buffer.from(body).toString("latin1")
        const signatures = signing.signatures({ headers, body, text, elements })
        const now = yield* Clock.currentTimeMillis
        if (!signatures.every((signature) => isSigned(signing, key, signature, now))) return yield* new NotFound()
        return signatures.map(({ token, content }): ReportNonce => ({ token: `${form}|${token}`, content }))
      })

      return ReceiveMailReports.of({
        receive: Effect.fn("ReceiveMailReports.receive")(function* (request) {
          const parsed = parseObjectOrList(request.body)
          if (Result.isFailure(parsed)) return yield* new ValidationFailed({ issues: [parsed.failure] })
          const body = parsed.success
          const envelope = isObject(body) ? snsEnvelope(body) : undefined
          if (envelope !== undefined) return yield* receiveSns(request.account_id, envelope)
          const read = readReports(body)
          if (Result.isFailure(read)) return yield* new ValidationFailed({ issues: read.failure })
          const elements: ReadonlyArray<unknown> = isObject(body) ? [body] : body
          const { form, leftOut } = read.success
          const nonces = yield* proofOf(form, request, elements)
          if (leftOut > 0) yield* Effect.logWarning("Reports that can't be read were left out", { form, leftOut })
          yield* keep(request.account_id, read.success.reports, nonces)
        }),
        ...(yield* makeReceiveBounces)
      })
    })
  ).pipe(Layer.provide(SnsCertificates.layer))
}
