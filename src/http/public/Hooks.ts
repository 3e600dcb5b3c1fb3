import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Email } from "../../domain/contacts/Email.ts"
import { normalizePhone } from "../../domain/contacts/Phone.ts"
import { isRequestId } from "../../domain/accounts/LoggedRequest.ts"
import { senderNumber, smsRequestOf } from "../../domain/messages/SmsKeyword.ts"
import { Text } from "../../domain/values/Text.ts"
import { Links, openHookAddress } from "../../messages/templates/Links.ts"
import { isSignedBy } from "../../messages/sms/smsSignature.ts"
import { smsUrl } from "../../messages/sms/SmsTransport.ts"
import { ApplyConsentSignals } from "../../programs/contacts/ApplyConsentSignals.ts"
import { HookNonces } from "../../store/accounts/HookNonces.ts"
import { decodeJson, readForm, readJson } from "../server/Body.ts"
import { answered, noSuchPage } from "../pages/pages.ts"

const maxBody = 64 * 1024

const EmailReportInput = Schema.Struct({
  type: Schema.Literals(["bounce", "complaint"]),
  email: Email,
  message_id: Schema.optionalKey(Schema.NullOr(Text)),
  permanent: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
})
const decodeReport = decodeJson(EmailReportInput)

const messageIdIn = (text: string): string | null => /msg_[0-9a-z]{26}/.exec(text)?.[0] ?? null

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

/** `/hooks/sms/…`: inbound SMS as a Twilio-compatible provider posts them. */
const SmsHookLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const signals = yield* ApplyConsentSignals
    const nonces = yield* HookNonces
    const url = yield* smsUrl
    const secret = Option.isNone(url) ? "" : decodeURIComponent(URL.parse(Redacted.value(url.value))?.password ?? "")
    yield* router.add("POST", "/hooks/sms/:token", (request) =>
      Effect.gen(function* () {
        const { token = "" } = yield* HttpRouter.params
        const account_id = yield* accountOf(nonces, openHookAddress(links, "sms", token))
        if (account_id === undefined) return noSuchPage
        const form = yield* readForm(request, maxBody)
        const signature = request.headers["x-twilio-signature"]
        // With a secret configured, an unsigned request is rejected. Without one, the address itself is the secret.
        const isSigned =
          secret === "" ||
          (signature !== undefined && isSignedBy(secret, `${links.origin}${request.url}`, form, signature))
        if (!isSigned) return noSuchPage
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

/** `/hooks/email/…`: `{type: "bounce" | "complaint", email, message_id?, permanent?}`. A bounce that is not permanent is ignored. */
const EmailHookLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const signals = yield* ApplyConsentSignals
    const nonces = yield* HookNonces
    yield* router.add("POST", "/hooks/email/:token", (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const { token = "" } = yield* HttpRouter.params
        const account_id = yield* accountOf(nonces, openHookAddress(links, "email", token))
        if (account_id === undefined) return noSuchPage
        const { type, email, message_id, permanent } = yield* Effect.flatMap(readJson(request, maxBody), decodeReport)
        if (type === "complaint" || permanent !== false) {
          yield* signals.report({ account_id, email, type, message_id: messageIdIn(message_id ?? "") })
        }
        return HttpServerResponse.jsonUnsafe({ data: { status: "accepted" } })
      }).pipe(answered)
    )
  })
)

/** The routes where providers report inbound SMS, bounces and complaints. The address is a secret: signed for one account and one kind, valid until it is rotated. */
export const HooksLayer = Layer.merge(SmsHookLayer, EmailHookLayer)

export const hookRoutes = [
  ["POST", "/hooks/sms/:token"],
  ["POST", "/hooks/email/:token"]
] as const
