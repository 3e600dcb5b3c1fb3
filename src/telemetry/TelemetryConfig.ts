import { Config, Option } from "effect"

/** Where Prometheus may ask: unset, nobody listens. */
export const metricsPort = Config.option(Config.Port("METRICS_PORT"))

/** Where an OpenTelemetry collector listens: unset, nothing is sent. */
export const collector = Config.option(Config.URL("OTEL_EXPORTER_OTLP_ENDPOINT"))

/** Whether anybody reads measures. What costs time with every call is measured only then. */
export const measured = Config.all([metricsPort, collector]).pipe(
  Config.map(([port, url]) => Option.isSome(port) || Option.isSome(url))
)
