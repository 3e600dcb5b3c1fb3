import { Config, ConfigProvider, Effect, Layer, Option, Random, References, Tracer } from "effect"
import { HttpClient, HttpMiddleware } from "effect/http"
import { OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { Collector, CollectorLayer } from "./Collector.ts"
import { redactingTracer } from "./redactingTracer.ts"
import { collectorUrl } from "./TelemetryConfig.ts"

// As OpenTelemetry specifies, the endpoint alone turns on both exporters.
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

// Hides the exporter's debug line about each failed export: `Collector` logs the first one.
const NoDebugLogLayer = Layer.effect(
  References.MinimumLogLevel,
  Effect.map(References.MinimumLogLevel, (level) =>
    level === "All" || level === "Trace" || level === "Debug" ? "Info" : level
  )
)

const RedactingTracerLayer = Layer.effect(
  Tracer.Tracer,
  Effect.gen(function* () {
    const { hasCapacity } = yield* Collector
    const random = yield* Random.Random
    const ratio = yield* Config.Finite("OTEL_TRACES_SAMPLER_ARG").pipe(Config.withDefault(1))
    return redactingTracer(yield* Tracer.Tracer, { hasCapacity, samples: () => random.nextDoubleUnsafe() < ratio })
  })
)

const untracedPaths = new Set(["/health/live", "/health/ready", "/metrics"])

const ExportLayer = Layer.mergeAll(
  RedactingTracerLayer.pipe(Layer.provide(OtlpTracer.layerFromConfig())),
  OtlpMetrics.layerFromConfig(),
  Layer.succeed(HttpMiddleware.TracerDisabledWhen, ({ url }) => untracedPaths.has(url.split("?", 1)[0] ?? "")),
  // Outgoing requests carry no trace headers.
  Layer.succeed(HttpClient.TracerPropagationEnabled, false)
).pipe(Layer.provide([SerializationLayer, CollectorLayer]), Layer.provide([DefaultsLayer, NoDebugLogLayer]))

/** Exports traces and metrics by the standard `OTEL_…` settings. Without an endpoint, tracing is off. */
export const OtlpLayer = Layer.unwrap(
  Effect.map(collectorUrl, (url) => (Option.isNone(url) ? Layer.succeed(References.TracerEnabled, false) : ExportLayer))
)
