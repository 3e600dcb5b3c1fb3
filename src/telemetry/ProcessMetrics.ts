import { Effect, Layer, Metric } from "effect"
import { constants, monitorEventLoopDelay, performance, PerformanceObserver } from "node:perf_hooks"
import { countGauge, gauge, registry } from "./gauges.ts"
import { metricsEnabled } from "./TelemetryConfig.ts"

// Sampling interval of the event loop delay in milliseconds. A sample includes the interval, which is subtracted.
const lagResolution = 10

const collectionKinds = new Map<unknown, string>([
  [constants.NODE_PERFORMANCE_GC_MAJOR, "major"],
  [constants.NODE_PERFORMANCE_GC_MINOR, "minor"],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, "incremental"],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, "weakcb"]
])

const watchGarbageCollection = Effect.acquireRelease(
  Effect.sync(() => {
    const pauses = new Map(
      ["major", "minor", "incremental", "weakcb", "other"].map((kind) => [
        kind,
        Metric.histogram("nodejs_gc_duration_seconds", {
          description: "Pauses for garbage collection",
          attributes: { kind },
          boundaries: [0.001, 0.01, 0.1, 1, 2, 5]
        })
      ])
    )
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const detail: unknown = Reflect.get(entry, "detail")
        const kind = collectionKinds.get(
          typeof detail === "object" && detail !== null ? Reflect.get(detail, "kind") : null
        )
        pauses.get(kind ?? "other")?.updateUnsafe(entry.duration / 1_000, registry)
      }
    })
    observer.observe({ entryTypes: ["gc"] })
    return observer
  }),
  (observer) => Effect.sync(() => observer.disconnect())
)

const watchEventLoop = Effect.gen(function* () {
  const delays = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution: lagResolution })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => histogram.disable())
  )
  let latest = { p99: 0, max: 0, utilization: 0 }
  let previous = performance.eventLoopUtilization()
  const seconds = (nanos: number) => Math.max(0, nanos / 1e9 - lagResolution / 1e3)
  gauge("nodejs_eventloop_lag_p99_seconds", "Delay of the event loop, 99th percentile of 15 s", () => latest.p99)
  gauge("nodejs_eventloop_lag_max_seconds", "Delay of the event loop, longest of 15 s", () => latest.max)
  gauge("nodejs_eventloop_utilization", "Share of 15 s that the event loop was busy", () => latest.utilization)
  const sample = Effect.sync(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, previous)
    latest = { p99: seconds(delays.percentile(99)), max: seconds(delays.max), utilization }
    previous = now
    delays.reset()
  })
  yield* Effect.sleep("15 seconds").pipe(Effect.andThen(sample), Effect.forever, Effect.forkScoped)
})

/** Metrics of the Node process, under the usual names of Prometheus clients for Node. */
export const ProcessMetricsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    if (!(yield* metricsEnabled)) return
    gauge("process_resident_memory_bytes", "Memory that the process holds", () => process.memoryUsage.rss())
    gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use", () => process.memoryUsage().heapUsed)
    gauge("process_start_time_seconds", "When the process started", () => performance.timeOrigin / 1_000)
    countGauge("process_cpu_seconds_total", "Processor time spent", () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    })
    yield* watchGarbageCollection
    yield* watchEventLoop
  })
)
