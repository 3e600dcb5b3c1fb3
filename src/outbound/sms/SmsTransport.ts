import { NodeHttpClient } from "@effect/platform-node"
import { Agent } from "@effect/platform-node/Undici"
import { Config, Context, Effect, Layer, Option, Redacted, Schema, Stream } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { phoneStateOf } from "../../domain/messages/SmsStatus.ts"
import type { MessageReason } from "../../domain/reasons.ts"
import { SendFailed } from "../sending/SendFailed.ts"

const refusedPhones = {
  stopped: "the recipient stopped texts at the SMS provider",
  unreachable: "the phone takes no texts"
} satisfies Readonly<Record<string, MessageReason>>

/** The SMS provider. Its password is also the key of the provider's signatures on inbound SMS. */
export const smsUrl = Config.option(Config.Redacted("SMS_URL"))

/** An SMS that is ready to send. `message_id` is the same on every attempt. */
interface Sms {
  readonly message_id: string
  /** Where the provider reports the end of the text. */
  readonly status_url: string
  readonly to: string
  readonly body: string
}

// The platform's own layer imports undici when it is first used, and the bundle has no `Agent` export there.
const ClientLayer = NodeHttpClient.layerUndiciNoDispatcher.pipe(
  Layer.provide(
    Layer.effect(
      NodeHttpClient.Dispatcher,
      Effect.acquireRelease(
        Effect.sync(() => new Agent()),
        (agent) => Effect.promise(() => agent.destroy())
      )
    )
  )
)

/** Sends SMS. A repeated one carries the same `Idempotency-Key`. */
export class SmsTransport extends Context.Service<
  SmsTransport,
  { readonly send: (sms: Sms) => Effect.Effect<"sent" | "captured", SendFailed> }
>()("tally/messages/sms/SmsTransport") {
  /** Sends nothing: the text is shown in the dashboard only. */
  static readonly layerCaptured = Layer.succeed(this, { send: () => Effect.succeed("captured" as const) })

  /**
   * Sends through a Twilio-compatible HTTP API: `https://<sid>:<token>@host/path?From=<number>`. The query parameters become form
   * fields of every request.
   */
  static readonly layerHttp = (url: Redacted.Redacted) =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const client = yield* HttpClient.HttpClient
        const parsed = URL.parse(Redacted.value(url))
        if (parsed === null) return yield* Effect.die(new Error("SMS_URL is not a URL"))
        const { username, password, searchParams, origin, pathname } = parsed
        const fields = Object.fromEntries(searchParams)
        const request = HttpClientRequest.post(`${origin}${pathname}`).pipe(
          username === ""
            ? (plain) => plain
            : HttpClientRequest.basicAuth(decodeURIComponent(username), decodeURIComponent(password))
        )
        return SmsTransport.of({
          send: ({ message_id, status_url, to, body }) =>
            request.pipe(
              HttpClientRequest.setHeader("Idempotency-Key", message_id),
              HttpClientRequest.bodyUrlParams({ ...callback(status_url), ...fields, To: to, Body: body }),
              client.execute,
              Effect.flatMap((response) =>
                response.status >= 200 && response.status < 300
                  ? Effect.void
                  : Effect.flatMap(refusal(response), Effect.fail)
              ),
              Effect.scoped,
              Effect.timeout("10 seconds"),
              Effect.catchTags({
                HttpClientError: () =>
                  Effect.fail(
                    new SendFailed({ permanent: false, signal: "down", reason: "the SMS provider can't be reached" })
                  ),
                TimeoutError: () =>
                  Effect.fail(
                    new SendFailed({ permanent: false, signal: "down", reason: "the SMS provider did not answer" })
                  )
              }),
              Effect.as("sent" as const)
            )
        })
      })
    ).pipe(Layer.provide(ClientLayer))

  /** Sends through `SMS_URL`; without it, SMS are captured. */
  static readonly layer = Layer.unwrap(
    Effect.map(smsUrl, (url) => (Option.isSome(url) ? SmsTransport.layerHttp(url.value) : SmsTransport.layerCaptured))
  )
}

// Transports call no other addresses.
const callback = (status_url: string): Readonly<Record<string, string>> =>
  status_url.startsWith("https://") ? { StatusCallback: status_url } : {}

// Bytes of an error that are read.
const maxError = 16_384

const decodeError = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ code: Schema.Number })))

/** The provider's code of an error, `{"code": 21610}`; undefined without one. */
const codeOf = (response: HttpClientResponse.HttpClientResponse) =>
  response.stream.pipe(
    Stream.scan(
      () => ({ size: 0, text: "" }),
      ({ size, text }, part) => ({
        size: size + part.length,
        text: text + Buffer.from(part).toString("latin1")
      })
    ),
    Stream.takeUntil(({ size }) => size > maxError),
    Stream.runLast,
    Effect.map((last) =>
      Option.flatMap(last, ({ size, text }) => (size > maxError ? Option.none() : decodeError(text)))
    ),
    Effect.map((error) => (Option.isSome(error) ? String(error.value.code) : undefined))
  )

const refusal = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  const { status } = response
  const code = status === 400 ? yield* codeOf(response) : undefined
  const phone = phoneStateOf(code ?? null)
  if (phone !== undefined) return new SendFailed({ permanent: true, phone, reason: refusedPhones[phone] })
  return new SendFailed({
    permanent: status >= 400 && status < 500 && ![401, 403, 404, 408, 409, 429].includes(status),
    signal:
      status === 429 || status === 503 ? "slow" : status >= 500 || [401, 403, 404].includes(status) ? "down" : "works",
    reason: `the SMS provider answered ${status}`
  })
})
