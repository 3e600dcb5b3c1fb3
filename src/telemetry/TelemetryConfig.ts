import { Config, Option } from "effect"

/** The port of `GET /metrics`; unset, there is no such listener. */
export const metricsPort = Config.option(Config.Port("METRICS_PORT"))

/** The OpenTelemetry collector; unset, nothing is exported. */
export const collectorUrl = Config.option(Config.URL("OTEL_EXPORTER_OTLP_ENDPOINT"))

/** Whether metrics are scraped or exported. Metrics that cost time in every request are collected only then. */
export const metricsEnabled = Config.all([metricsPort, collectorUrl]).pipe(
  Config.map(([port, url]) => Option.isSome(port) || Option.isSome(url))
)
