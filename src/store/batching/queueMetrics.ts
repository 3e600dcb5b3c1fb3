import { Metric } from "effect"
import { gauge, registry } from "../../telemetry/gauges.ts"

/** Shows how many wait in a queue. The function given back takes the size of what left it together. */
export const measureQueue = (queue: string, waiting: () => number): ((size: number) => void) => {
  gauge("tally_queue_waiting", "Calls that wait for a batch", waiting, { queue })
  const sizes = Metric.histogram("tally_batch_size", {
    description: "Calls that shared a transaction",
    attributes: { queue },
    boundaries: [1, 2, 4, 8, 16, 32, 64]
  })
  return (size) => sizes.updateUnsafe(size, registry)
}
