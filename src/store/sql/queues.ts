import type { DueRows } from "./dueRows.ts"

/** The queues whose rows have a time at which they are due, and the conditions of the rows that wait: those of indexes. */
export const queues = {
  email: { table: "messages", waiting: "channel = 'email' AND status IN ('queued', 'held')" },
  sms: { table: "messages", waiting: "channel = 'sms' AND status IN ('queued', 'held')" },
  webhook: { table: "webhook_deliveries", waiting: "status = 'queued'" },
  report: { table: "received_reports", waiting: "status = 'waiting'" },
  run: { table: "flow_runs", waiting: "status IN ('queued', 'waiting')" },
  product_change: { table: "product_changes", waiting: "due_at IS NOT NULL" },
  product_turn: { table: "product_turns", waiting: "true" },
  campaign: { table: "campaigns", waiting: "due_at IS NOT NULL" }
} as const satisfies Readonly<Record<string, Pick<DueRows, "table" | "waiting">>>
