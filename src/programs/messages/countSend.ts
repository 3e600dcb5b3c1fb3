import { Metric } from "effect"

const sends = Metric.counter("tally_sends_total", {
  description: "Attempts to send, by outcome",
  incremental: true
})

type Channel = "email" | "sms" | "webhook"

// Outcomes are few; a counter with attributes is made once for each.
const counters = new Map<string, typeof sends>()

const counterOf = (channel: Channel, outcome: string) => {
  const key = `${channel}|${outcome}`
  const found = counters.get(key) ?? Metric.withAttributes(sends, { channel, outcome })
  counters.set(key, found)
  return found
}

/** Counts one attempt. */
export const countSend = (channel: Channel, outcome: string) => Metric.update(counterOf(channel, outcome), 1)
