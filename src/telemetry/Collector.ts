import { Context, Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientError } from "effect/http"

// Concurrent exports. At this number, further spans are not sampled.
const maxExports = 4

/** The state of the exports to the collector. */
export class Collector extends Context.Service<Collector, { readonly hasCapacity: () => boolean }>()(
  "tally/telemetry/Collector"
) {}

/**
 * The HTTP client of the exporters. An export ends after 5 seconds, so that a collector that hangs costs a bounded heap only. The
 * log has one line when the collector fails and one when it recovers.
 */
export const CollectorLayer = Layer.effectContext(
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    let [isUp, exports] = [true, 0]
    const report = (isUpNow: boolean, reason: string) =>
      Effect.suspend(() => {
        if (isUpNow === isUp) return Effect.void
        isUp = isUpNow
        return isUpNow
          ? Effect.logInfo("The collector accepts metrics and traces again")
          : Effect.logWarning("The collector accepts no metrics and traces; they are dropped until it does", { reason })
      })
    const guarded = HttpClient.transform(client, (call, request) =>
      Effect.suspend(() => {
        exports++
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
          Effect.tap(({ status }) => report(status < 400, `it answers ${status}`)),
          Effect.tapError(({ reason }) => report(false, reason._tag)),
          Effect.ensuring(Effect.sync(() => exports--))
        )
      })
    )
    return Context.make(HttpClient.HttpClient, guarded).pipe(
      Context.add(Collector, { hasCapacity: () => exports < maxExports })
    )
  })
).pipe(Layer.provide(FetchHttpClient.layer))
