import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Email } from "../domain/Email.ts"
import { normalizePhone } from "../domain/Phone.ts"
import { isRequestId } from "../domain/Request.ts"
import { senderNumber, smsRequestOf } from "../domain/SmsKeyword.ts"
import { Text } from "../domain/Text.ts"
import { Links } from "../messages/Links.ts"
import { isSignedBy } from "../messages/smsSignature.ts"
import { smsUrl } from "../messages/SmsTransport.ts"
import { HearContacts } from "../programs/HearContacts.ts"
import { decodeJson, readForm, readJson } from "./Body.ts"
import { answered, noSuchPage } from "./pages.ts"

const limit = 64 * 1024

const EmailReportInput = Schema.Struct({
  type: Schema.Literals(["bounce", "complaint"]),
  email: Email,
  message_id: Schema.optionalKey(Schema.NullOr(Text)),
  permanent: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
})
const decodeReport = decodeJson(EmailReportInput)

const messageIdIn = (text: string): string | null => /msg_[0-9a-z]{26}/.exec(text)?.[0] ?? null

const empty = HttpServerResponse.text(`<?xml version="1.0" encoding="UTF-8"?><Response/>`, { contentType: "text/xml" })

/** `/hooks/sms/…`: texts from phones, as a Twilio-compatible provider posts them. */
const SmsHookLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const contacts = yield* HearContacts
    const url = yield* smsUrl
    const secret = Option.isNone(url) ? "" : decodeURIComponent(URL.parse(Redacted.value(url.value))?.password ?? "")
    yield* router.add("POST", "/hooks/sms/:token", (request) =>
      Effect.gen(function* () {
        const { token = "" } = yield* HttpRouter.params
        const [account_id] = links.open("sms", token) ?? []
        if (account_id === undefined) return noSuchPage
        const form = yield* readForm(request, limit)
        const signature = request.headers["x-twilio-signature"] ?? ""
        if (secret !== "" && !isSignedBy(secret, `${links.origin}${request.url}`, form, signature)) return noSuchPage
        const asked = smsRequestOf(form.get("Body") ?? "", form.get("OptOutType"))
        const phone = normalizePhone(senderNumber(form.get("From") ?? ""), [])
        if (asked !== undefined && phone !== undefined) {
          const named = [form.get("MessageSid"), request.headers["x-request-id"]]
          const source_id = named.find((id) => isRequestId(id ?? "")) ?? ""
          yield* contacts.text({ account_id, phone, source_id, ...asked })
        }
        return empty
      }).pipe(answered)
    )
  })
)

/** `/hooks/email/…`: `{type: "bounce" | "complaint", email, message_id?, permanent?}`. A bounce that is not permanent is noted by nobody. */
const EmailHookLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const contacts = yield* HearContacts
    yield* router.add("POST", "/hooks/email/:token", (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const { token = "" } = yield* HttpRouter.params
        const [account_id] = links.open("email", token) ?? []
        if (account_id === undefined) return noSuchPage
        const { type, email, message_id, permanent } = yield* Effect.flatMap(readJson(request, limit), decodeReport)
        if (type === "complaint" || permanent !== false) {
          yield* contacts.report({ account_id, email, type, message_id: messageIdIn(message_id ?? "") })
        }
        return HttpServerResponse.jsonUnsafe({ data: { status: "accepted" } })
      }).pipe(answered)
    )
  })
)

/** Where providers tell what became of messages. The address itself is the secret: signed for one account and one use. */
export const HooksLayer = Layer.merge(SmsHookLayer, EmailHookLayer)

export const hookRoutes = [
  ["POST", "/hooks/sms/:token"],
  ["POST", "/hooks/email/:token"]
] as const
