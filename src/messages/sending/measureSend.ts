import { Metric } from "effect"

const sends = Metric.counter("tally_sends_total", {
  description: "Tries to send by what came of them",
  incremental: true
})

/** Counts one try. */
export const measureSend = (channel: "email" | "sms" | "webhook", outcome: string) =>
  Metric.update(Metric.withAttributes(sends, { channel, outcome }), 1)
