import { Clock, Context, Effect, Layer, Result } from "effect"
import { NotFound, Unavailable } from "../../domain/Errors.ts"
import { isObject, parseObject, parseObjectOrList } from "../../domain/json/Json.ts"
import type { Provider } from "../../domain/messages/providers/Provider.ts"
import { readReports, readSesMessage } from "../../domain/messages/providers/readReports.ts"
import { objectOf } from "../../domain/messages/providers/reportFields.ts"
import {
  confirmationAddress,
  isSnsCertificate,
  isTopic,
  snsEnvelope,
  type SnsEnvelope
} from "../../domain/messages/providers/sns.ts"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"
import {
  type Headers,
  isSignedByMailgun,
  isSignedByResend,
  isSignedBySendgrid,
  isSignedBySns
} from "../../messages/providers/signatures.ts"
import { SnsCalls } from "../../messages/providers/SnsCalls.ts"
import { SnsCertificates } from "../../messages/providers/SnsCertificates.ts"
import { ReportKeys } from "../../store/messages/ReportKeys.ts"
import { ReceiveReports } from "./ReceiveReports.ts"

/** A request at an account's address for reports on e-mail. Nothing in it is proven but that its sender knows the address. */
interface MailReportRequest {
  readonly account_id: string
  readonly headers: Headers
  readonly body: Uint8Array
}

type ReceiveError = NotFound | ValidationFailed | Unavailable

/** Receives what mail providers report (contract §4.7): recognizes the form, checks the signature, and applies the reports. */
export class ReceiveMailReports extends Context.Service<
  ReceiveMailReports,
  {
    /**
     * Fails with `NotFound` for a bad signature or a foreign topic, and with issues for an unknown form. Confirms the first topic of
     * Amazon SNS that subscribes the address, and no other.
     */
    readonly receive: (request: MailReportRequest) => Effect.Effect<void, ReceiveError>
  }
>()("tally/programs/messages/ReceiveMailReports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const keys = yield* ReportKeys
      const reports = yield* ReceiveReports
      const certificates = yield* SnsCertificates
      const call = yield* SnsCalls

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
          yield* reports.receive(account_id, readSesMessage(message.success))
        }
      })

      const isSigned = Effect.fnUntraced(function* (
        provider: Provider,
        { account_id, headers, body }: MailReportRequest,
        elements: ReadonlyArray<unknown>
      ) {
        if (provider !== "sendgrid" && provider !== "mailgun" && provider !== "resend") return true
        const key = yield* keys.read(account_id, provider)
        // Without a key, the secret address is the proof.
        if (key === undefined) return true
        if (provider === "sendgrid") return isSignedBySendgrid(key, headers, body)
        if (provider === "resend") return isSignedByResend(key, headers, body, yield* Clock.currentTimeMillis)
        return elements.every((element) => isSignedByMailgun(key, objectOf(objectOf(element)["signature"])))
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
          if (!(yield* isSigned(read.success.provider, request, elements))) return yield* new NotFound()
          yield* reports.receive(request.account_id, read.success.reports)
        })
      })
    })
  ).pipe(Layer.provide(SnsCertificates.layer))
}
