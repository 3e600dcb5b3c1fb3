import { NodeHttpClient } from "@effect/platform-node"
import { Agent } from "@effect/platform-node/Undici"
import { Config, Context, Effect, Layer, Option, Redacted, Ref } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { SendFailed } from "../sending/SendFailed.ts"

/** The SMS provider. Its password is also the key of the provider's signatures on inbound SMS. */
export const smsUrl = Config.option(Config.Redacted("SMS_URL"))

/** An SMS that is ready to send. `message_id` is the same on every attempt. */
interface Sms {
  readonly message_id: string
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

/** The SMS that `SmsTransport.layerMemory` was given. */
class SentSms extends Context.Service<SentSms, Ref.Ref<ReadonlyArray<Sms>>>()("tally/messages/sms/SentSms") {
  static readonly layer = Layer.effect(this, Ref.make<ReadonlyArray<Sms>>([]))
}

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
          send: ({ message_id, to, body }) =>
            request.pipe(
              HttpClientRequest.setHeader("Idempotency-Key", message_id),
              HttpClientRequest.bodyUrlParams({ ...fields, To: to, Body: body }),
              client.execute,
              Effect.flatMap(({ status }) =>
                status >= 200 && status < 300 ? Effect.void : Effect.fail(statusFailure(status))
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

  /** Keeps SMS in `SentSms`. */
  static readonly layerMemory = Layer.effect(
    this,
    Effect.map(Effect.service(SentSms), (sent) =>
      SmsTransport.of({
        send: (sms) =>
          Effect.as(
            Ref.update(sent, (before) => [...before, sms]),
            "sent" as const
          )
      })
    )
  )
}

const statusFailure = (status: number) =>
  new SendFailed({
    permanent: status >= 400 && status < 500 && ![401, 403, 404, 408, 409, 429].includes(status),
    signal:
      status === 429 || status === 503 ? "slow" : status >= 500 || [401, 403, 404].includes(status) ? "down" : "works",
    reason: `the SMS provider answered ${status}`
  })
