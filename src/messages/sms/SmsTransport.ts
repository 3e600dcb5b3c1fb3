import { NodeHttpClient } from "@effect/platform-node"
import { Agent } from "@effect/platform-node/Undici"
import { Config, Context, Effect, Layer, Option, Redacted, Ref } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { SendFailed } from "../sending/SendFailed.ts"

/** Where texts go. Its password also signs what the provider sends to us. */
export const smsUrl = Config.option(Config.Redacted("SMS_URL"))

/** A text that is ready to go. `message_id` is the same on every try. */
interface Sms {
  readonly message_id: string
  readonly to: string
  readonly body: string
}

// The platform would load the agent's module when it is first needed; in the built service that has lost the agent's name.
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

/** What `SmsTransport.layerMemory` was given. */
class SentSms extends Context.Service<SentSms, Ref.Ref<ReadonlyArray<Sms>>>()("tally/messages/sms/SentSms") {
  static readonly layer = Layer.effect(this, Ref.make<ReadonlyArray<Sms>>([]))
}

/** Hands texts on. At least once: a repeated text carries the same `Idempotency-Key`. */
export class SmsTransport extends Context.Service<
  SmsTransport,
  { readonly send: (sms: Sms) => Effect.Effect<"sent" | "captured", SendFailed> }
>()("tally/messages/sms/SmsTransport") {
  /** Keeps texts in the dashboard only. */
  static readonly layerCaptured = Layer.succeed(this, { send: () => Effect.succeed("captured" as const) })

  /**
   * A Twilio-compatible HTTP API: `https://<sid>:<token>@host/path?From=<number>`. The parameters of the URL are form
   * fields of every call.
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
                status >= 200 && status < 300 ? Effect.void : Effect.fail(answered(status))
              ),
              Effect.scoped,
              Effect.timeout("10 seconds"),
              Effect.catchTags({
                HttpClientError: () =>
                  Effect.fail(new SendFailed({ permanent: false, reason: "the SMS provider can't be reached" })),
                TimeoutError: () =>
                  Effect.fail(new SendFailed({ permanent: false, reason: "the SMS provider did not answer" }))
              }),
              Effect.as("sent" as const)
            )
        })
      })
    ).pipe(Layer.provide(ClientLayer))

  /** `SMS_URL`; without one, texts are captured. */
  static readonly layer = Layer.unwrap(
    Effect.map(smsUrl, (url) => (Option.isSome(url) ? SmsTransport.layerHttp(url.value) : SmsTransport.layerCaptured))
  )

  /** Keeps texts in `SentSms`. */
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

const answered = (status: number) =>
  new SendFailed({
    permanent: status >= 400 && status < 500 && ![401, 403, 404, 408, 409, 429].includes(status),
    reason: `the SMS provider answered ${status}`
  })
