import { Schema } from "effect"
import { Revenue } from "../messages/ListedMessage.ts"
import { AudienceSums } from "./AudienceSums.ts"

/**
 * The figures of a step. `waiting` runs are at it now; the others count in the period: runs that `entered` it, its messages by outcome
 * (`sent` includes delivered, clicked and bounced ones, `skipped` no cancelled ones; `delivered` is null, which is unknown, where no provider
 * reports deliveries), what became of all who reached it (`sums`), and what orders attributed to its messages earned.
 */
const StepReport = Schema.Struct({
  step_id: Schema.String,
  entered: Schema.Int,
  waiting: Schema.Int,
  sent: Schema.Int,
  captured: Schema.Int,
  delivered: Schema.NullOr(Schema.Int),
  clicked: Schema.Int,
  unsubscribed: Schema.Int,
  bounced: Schema.Int,
  skipped: Schema.Int,
  failed: Schema.Int,
  sums: AudienceSums,
  revenue: Schema.Array(Revenue)
}).annotate({ identifier: "StepReport" })
export type StepReport = typeof StepReport.Type

/** Runs that started in the period, by how they are now. */
export const RunsReport = Schema.Struct({
  started: Schema.Int,
  under_way: Schema.Int,
  completed: Schema.Int,
  exited: Schema.Int,
  failed: Schema.Int
})

/** The report of a flow since `since` (contract §13). Steps of earlier versions are included. */
export const FlowReport = Schema.Struct({
  runs: RunsReport,
  steps: Schema.Array(StepReport)
}).annotate({ identifier: "FlowReport" })
export type FlowReport = typeof FlowReport.Type
