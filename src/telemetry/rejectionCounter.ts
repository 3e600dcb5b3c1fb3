import { Metric } from "effect"
import { registry } from "./gauges.ts"

const rejections = Metric.counter("tally_rejected_calls_total", {
  description: "Requests rejected with 503 because a concurrency limit was reached or the wait was too long",
  incremental: true
})

/** A function that counts a request which the bound named `limit` rejected with 503. */
export const rejectionCounter = (limit: string): (() => void) => {
  const rejectionsByLimit = Metric.withAttributes(rejections, { limit })
  return () => rejectionsByLimit.updateUnsafe(1, registry)
}
