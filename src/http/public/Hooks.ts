import { Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { normalizePhone } from "../../domain/contacts/Phone.ts"
import { isRequestId } from "../../domain/accounts/LoggedRequest.ts"
import { senderNumber, smsRequestOf } from "../../domain/messages/SmsKeyword.ts"
import { smsStatusOf } from "../../domain/messages/SmsStatus.ts"
import { Links, openHookAddress, openStatusAddress } from "../../outbound/templates/Links.ts"
import { isSignedBy } from "../../outbound/sms/smsSignature.ts"
import { smsUrl } from "../../outbound/sms/SmsTransport.ts"
import { ApplyConsentSignals } from "../../programs/contacts/ApplyConsentSignals.ts"
import { ReceiveMailReports } from "../../programs/mailReports/ReceiveMailReports.ts"
import { ReceiveSmsStatus } from "../../programs/messages/ReceiveSmsStatus.ts"
import { ReportKeys } from "../../store/mailReports/ReportKeys.ts"
import { HookNonces } from "../../store/accounts/HookNonces.ts"
import { readForm, readJsonText } from "../server/Body.ts"
import { answered, noSuchPage } from "../pages/pages.ts"

// Bytes. SendGrid sends up to 768 KB of events at once.
const maxBody = 64 * 1024
const maxReportBody = 1024 * 1024

/** The account of a hook address; undefined if the address is invalid or has been rotated since. */
const accountOf = (nonces: HookNonces["Service"], address: ReturnType<typeof openHookAddress>) =>
  address === undefined
    ? Effect.succeed(undefined)
    : Effect.map(nonces.read(address.account_id), ({ hook_nonce }) =>
        hook_nonce === address.nonce ? address.account_id : undefined
      )

const emptyReply = HttpServerResponse.text(`<?xml version="1.0" encoding="UTF-8"?><Response/>`, {
  contentType: "text/xml"
})

/** `/hooks/sms/…`: inbound SMS and status callbacks as a Twilio-compatible provider posts them. */
const SmsHookLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const signals = yield* ApplyConsentSignals
    const statuses = yield* ReceiveSmsStatus
    const nonces = yield* HookNonces
    const keys = yield* ReportKeys
    const url = yield* smsUrl
    const secret = Option.isNone(url) ? "" : decodeURIComponent(URL.parse(Redacted.value(url.value))?.password ?? "")
    yield* router.add("POST", "/hooks/sms/:token", (request) =>
      Effect.gen(function* () {
        const { token = "" } = yield* HttpRouter.params
        const message = openStatusAddress(links, token)
        const account_id = message?.account_id ?? (yield* accountOf(nonces, openHookAddress(links, "sms", token)))
        if (account_id === undefined) return noSuchPage
        const form = yield* readForm(request, maxBody)
        const sharedKey = yield* keys.read(account_id, "twilio")
        const settings = request.headers["x-twilio-webhooks-signature-settings"] || undefined
        const proof = {
          url: `${links.origin}${request.url}`,
          form,
          signature: request.headers["x-twilio-signature"] ?? "",
          settings
        }
        // Twilio names its settings in what it signs by a shared key. Without any secret the address itself is the secret.
        const key = settings === undefined ? secret : (sharedKey ?? "")
        const isProven = key === "" ? secret === "" && sharedKey === undefined : isSignedBy(key, proof)
        if (!isProven) return noSuchPage
        const status = smsStatusOf(form)
        if (status !== undefined || message !== undefined) {
          if (typeof status === "object") yield* statuses.receive(account_id, message?.message_id ?? null, status)
          return emptyReply
        }
        const smsRequest = smsRequestOf(form.get("Body") ?? "", form.get("OptOutType"))
        const phone = normalizePhone(senderNumber(form.get("From") ?? ""), [])
        if (smsRequest !== undefined && phone !== undefined) {
          const message_id = form.get("MessageSid") ?? ""
          const source_id = isRequestId(message_id) ? message_id : null
          const request_id = request.headers["x-request-id"] ?? ""
          yield* signals.receiveText({ account_id, phone, source_id, request_id, ...smsRequest })
        }
        return emptyReply
      }).pipe(answered)
    )
  })
)

/** `/hooks/email/…`: reports of mail providers, in the forms of `domain/mailReports/reportForms.ts`. */
const EmailHookLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const reports = yield* ReceiveMailReports
    const nonces = yield* HookNonces
    yield* router.add("POST", "/hooks/email/:token", (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const { token = "" } = yield* HttpRouter.params
        const account_id = yield* accountOf(nonces, openHookAddress(links, "email", token))
        if (account_id === undefined) return noSuchPage
        const body = yield* readJsonText(request, maxReportBody)
        yield* reports.receive({ account_id, headers: request.headers, body })
        return HttpServerResponse.jsonUnsafe({ data: { status: "accepted" } })
      }).pipe(
        Effect.catchTag("NotFound", () => Effect.succeed(noSuchPage)),
        answered
      )
    )
  })
)

/** The routes where providers report inbound SMS, bounces and complaints. The address is a secret: signed for one account and one kind, valid until it is rotated. */
export const HooksLayer = Layer.merge(SmsHookLayer, EmailHookLayer)
