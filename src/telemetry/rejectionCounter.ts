import { Metric } from "effect"
import { registry } from "./gauges.ts"

const calls = Metric.counter("tally_turned_away_total", {
  description: "Calls turned away because so many were under way, or waited for too long",
  incremental: true
})

/** Counts a call that a bound, `limit`, turned away with 503. */
export const rejectionCounter = (limit: string): (() => void) => {
  const ofLimit = Metric.withAttributes(calls, { limit })
  return () => ofLimit.updateUnsafe(1, registry)
}
