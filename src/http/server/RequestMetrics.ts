import { Metric } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { gauge, registry } from "../../telemetry/gauges.ts"
import { routesOf } from "./KnownRoutes.ts"

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Measures of one method and route; what was asked for elsewhere is all one. */
const measuresOf = (method: string, route: string) => {
  const answers = new Map<number | "aborted", Metric.Counter<number>>()
  const durations = Metric.histogram("tally_http_request_duration_seconds", {
    description: "From a request's headers to the end of its answer",
    attributes: { method, route },
    boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  })
  const answersWith = (status: number | "aborted") => {
    const counter = Metric.counter("tally_http_requests_total", {
      description: "Requests by what was answered; aborted: the caller left",
      attributes: { method, route, status: String(status) },
      incremental: true
    })
    answers.set(status, counter)
    return counter
  }
  return (status: number | "aborted", seconds: number): void => {
    durations.updateUnsafe(seconds, registry)
    ;(answers.get(status) ?? answersWith(status)).updateUnsafe(1, registry)
  }
}

/** Counts and times every request it is told of, by route template: no path, no query and no unbounded label. */
export const measureRequests = () => {
  const known = new Map<string, ReturnType<typeof measuresOf>>()
  const of = (method: string, route: string) => {
    const key = `${method} ${route}`
    const measures = known.get(key) ?? measuresOf(method, route)
    known.set(key, measures)
    return measures
  }
  let underWay = 0
  gauge("tally_http_in_flight", "Requests under way", () => underWay)
  return ({ method = "", url = "" }: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now()
    underWay++
    response.once("close", () => {
      underWay--
      const path = url.split("?", 1)[0] ?? ""
      const measure = of(methods.has(method) ? method : "other", routesOf(path).templateOf(path) ?? "unknown")
      measure(response.writableFinished ? response.statusCode : "aborted", (performance.now() - started) / 1_000)
    })
  }
}
