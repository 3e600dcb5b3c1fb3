import { Metric } from "effect"

const sends = Metric.counter("tally_sends_total", {
  description: "Attempts to send, by outcome",
  incremental: true
})

/** Counts one attempt. */
export const countSend = (channel: "email" | "sms" | "webhook", outcome: string) =>
  Metric.update(Metric.withAttributes(sends, { channel, outcome }), 1)
