import { Layer } from "effect"
import { MetricsListenerLayer } from "./MetricsListener.ts"
import { OtlpLayer } from "./Otlp.ts"
import { ProcessMetricsLayer } from "./ProcessMetrics.ts"

/** Traces, metrics and logs over OTLP, and metrics for Prometheus. */
export const TelemetryLayer = Layer.merge(MetricsListenerLayer, ProcessMetricsLayer).pipe(Layer.provideMerge(OtlpLayer))
