import { Metric } from "effect"
import { gauge, registry } from "../../telemetry/gauges.ts"

/** Exports the length of a queue. Returns the function that records the size of a batch. */
export const measureQueue = (queue: string, waiting: () => number): ((size: number) => void) => {
  gauge("tally_queue_waiting", "Calls that wait for a batch", waiting, { queue })
  const sizes = Metric.histogram("tally_batch_size", {
    description: "Calls that shared a transaction",
    attributes: { queue },
    boundaries: [1, 2, 4, 8, 16, 32, 64]
  })
  return (size) => sizes.updateUnsafe(size, registry)
}
