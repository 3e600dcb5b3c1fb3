import { NodeHttpServer } from "@effect/platform-node"
import { Config, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { createServer } from "node:http"
import { withEngineHelp } from "./engineHelp.ts"
import { metricsPort } from "./TelemetryConfig.ts"

const host = Config.String("METRICS_HOST").pipe(Config.withDefault("127.0.0.1"))

const contentType = "text/plain; version=0.0.4; charset=utf-8"

const routes = Layer.effectDiscard(
  Effect.flatMap(HttpRouter.HttpRouter, (router) =>
    router.add(
      "GET",
      "/metrics",
      Effect.map(PrometheusMetrics.format(), (text) => HttpServerResponse.text(withEngineHelp(text), { contentType }))
    )
  )
)

/** Serves `GET /metrics` in the Prometheus text format, on a port of its own because it requires no token. */
export const MetricsListenerLayer = Layer.unwrap(
  Effect.gen(function* () {
    const port = yield* metricsPort
    if (Option.isNone(port)) return Layer.empty
    const options = { port: port.value, host: yield* host }
    const app = yield* HttpRouter.toHttpEffect(routes)
    return HttpServer.serve(app).pipe(
      Layer.provide(NodeHttpServer.layer(() => createServer({ requestTimeout: 10_000 }), options))
    )
  })
)
