import { Config, ConfigProvider, Effect, Layer, Option, Random, References, Tracer } from "effect"
import { HttpClient, HttpMiddleware } from "effect/http"
import { OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { Collector, CollectorLayer } from "./Collector.ts"
import { redactingTracer } from "./RedactingTracer.ts"
import { collector } from "./TelemetryConfig.ts"

// The endpoint alone turns both on, as OpenTelemetry has it.
const DefaultsLayer = ConfigProvider.layerAdd(
  ConfigProvider.fromUnknown({
    OTEL_SERVICE_NAME: "tally",
    OTEL_TRACES_EXPORTER: "otlp",
    OTEL_METRICS_EXPORTER: "otlp"
  })
)

const SerializationLayer = Layer.unwrap(
  Config.Literals(["http/protobuf", "http/json"], "OTEL_EXPORTER_OTLP_PROTOCOL").pipe(
    Config.withDefault("http/protobuf"),
    Effect.map((protocol) => (protocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf))
  )
)

// The exporter's own line about each failure would come again and again.
const QuietLayer = Layer.effect(
  References.MinimumLogLevel,
  Effect.map(References.MinimumLogLevel, (level) =>
    level === "All" || level === "Trace" || level === "Debug" ? "Info" : level
  )
)

const DiscreetTracerLayer = Layer.effect(
  Tracer.Tracer,
  Effect.gen(function* () {
    const { hasRoom } = yield* Collector
    const random = yield* Random.Random
    const ratio = yield* Config.Finite("OTEL_TRACES_SAMPLER_ARG").pipe(Config.withDefault(1))
    return redactingTracer(yield* Tracer.Tracer, { hasRoom, samples: () => random.nextDoubleUnsafe() < ratio })
  })
)

const untraced = new Set(["/health/live", "/health/ready", "/metrics"])

const ExportLayer = Layer.mergeAll(
  DiscreetTracerLayer.pipe(Layer.provide(OtlpTracer.layerFromConfig())),
  OtlpMetrics.layerFromConfig(),
  Layer.succeed(HttpMiddleware.TracerDisabledWhen, ({ url }) => untraced.has(url.split("?", 1)[0] ?? "")),
  // Whom we call need not know of our traces.
  Layer.succeed(HttpClient.TracerPropagationEnabled, false)
).pipe(Layer.provide([SerializationLayer, CollectorLayer]), Layer.provide([DefaultsLayer, QuietLayer]))

/** Traces and metrics for a collector, by the standard `OTEL_…` settings; without an endpoint nothing is traced at all. */
export const OtlpLayer = Layer.unwrap(
  Effect.map(collector, (url) => (Option.isNone(url) ? Layer.succeed(References.TracerEnabled, false) : ExportLayer))
)
