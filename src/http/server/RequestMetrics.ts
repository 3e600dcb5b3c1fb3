import { Metric } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { gauge, registry } from "../../telemetry/gauges.ts"
import { routesOf } from "./KnownRoutes.ts"

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** The metrics of one method and route template. */
const routeMetrics = (method: string, route: string) => {
  const counters = new Map<number | "aborted", Metric.Counter<number>>()
  const durations = Metric.histogram("tally_http_request_duration_seconds", {
    description: "From a request's headers to the end of its answer",
    attributes: { method, route },
    boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  })
  const counterOf = (status: number | "aborted") => {
    const counter = Metric.counter("tally_http_requests_total", {
      description: "Requests by what was answered; aborted: the caller left",
      attributes: { method, route, status: String(status) },
      incremental: true
    })
    counters.set(status, counter)
    return counter
  }
  return (status: number | "aborted", seconds: number): void => {
    durations.updateUnsafe(seconds, registry)
    ;(counters.get(status) ?? counterOf(status)).updateUnsafe(1, registry)
  }
}

/** Counts and times requests by route template, so that labels are bounded and contain no path or query. */
export const measureRequests = () => {
  const metrics = new Map<string, ReturnType<typeof routeMetrics>>()
  const metricsOf = (method: string, route: string) => {
    const key = `${method} ${route}`
    const record = metrics.get(key) ?? routeMetrics(method, route)
    metrics.set(key, record)
    return record
  }
  let underWay = 0
  gauge("tally_http_in_flight", "Requests under way", () => underWay)
  return ({ method = "", url = "" }: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now()
    underWay++
    response.once("close", () => {
      underWay--
      const path = url.split("?", 1)[0] ?? ""
      const record = metricsOf(methods.has(method) ? method : "other", routesOf(path).templateOf(path) ?? "unknown")
      record(response.writableFinished ? response.statusCode : "aborted", (performance.now() - started) / 1_000)
    })
  }
}
