import { Context, Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientError } from "effect/http"

// So many exports may wait for the collector; what comes on top is not recorded.
const maxUnderWay = 4

/** How the collector keeps up. */
export class Collector extends Context.Service<Collector, { readonly hasRoom: () => boolean }>()(
  "tally/telemetry/Collector"
) {}

/**
 * The way to the collector. One that refuses or hangs costs nobody more than a bounded heap of unsent spans; the log says
 * so once, and once more when it is back.
 */
export const CollectorLayer = Layer.effectContext(
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    let [well, underWay] = [true, 0]
    const tell = (now: boolean, reason: string) =>
      Effect.suspend(() => {
        if (now === well) return Effect.void
        well = now
        return now
          ? Effect.logInfo("The collector takes measures and traces again")
          : Effect.logWarning("The collector takes no measures and traces; they are dropped until it does", { reason })
      })
    const guarded = HttpClient.transform(client, (call, request) =>
      Effect.suspend(() => {
        underWay++
        return call.pipe(
          Effect.timeoutOrElse({
            duration: "5 seconds",
            orElse: () =>
              Effect.fail(
                new HttpClientError.HttpClientError({
                  reason: new HttpClientError.TransportError({ request, description: "No answer within 5 seconds" })
                })
              )
          }),
          Effect.tap(({ status }) => tell(status < 400, `it answers ${status}`)),
          Effect.tapError(({ reason }) => tell(false, reason._tag)),
          Effect.ensuring(Effect.sync(() => underWay--))
        )
      })
    )
    return Context.make(HttpClient.HttpClient, guarded).pipe(
      Context.add(Collector, { hasRoom: () => underWay < maxUnderWay })
    )
  })
).pipe(Layer.provide(FetchHttpClient.layer))
