import { Layer } from "effect"
import { MetricsListenerLayer } from "./MetricsListener.ts"
import { OtlpLayer } from "./Otlp.ts"
import { ProcessMeasuresLayer } from "./ProcessMetrics.ts"

/** Traces, metrics and logs over OTLP, and metrics for Prometheus. */
export const TelemetryLayer = Layer.merge(MetricsListenerLayer, ProcessMeasuresLayer).pipe(
  Layer.provideMerge(OtlpLayer)
)
