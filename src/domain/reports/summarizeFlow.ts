import { addUpAudience, cancelledOf, type MessageCounts, type SkippedCount } from "./addUpAudience.ts"
import { deliveredCount } from "./deliveredCount.ts"
import type { FlowReport, StepReport } from "./FlowReport.ts"

interface StepCount {
  readonly step_id: string
  readonly total: number
}

/** The counts of a flow in the stores. */
export interface CountedFlow {
  readonly runs: FlowReport["runs"]
  readonly entered: ReadonlyArray<StepCount>
  readonly waiting: ReadonlyArray<StepCount>
  readonly messages: ReadonlyArray<MessageCounts & Pick<StepReport, "step_id" | "clicked" | "bounced">>
  /** The skipped among the messages, by reason. */
  readonly skipped: ReadonlyArray<SkippedCount & { readonly step_id: string }>
  readonly delivered: ReadonlyArray<StepCount>
  readonly unsubscribed: ReadonlyArray<StepCount>
  readonly sales: ReadonlyArray<StepReport["revenue"][number] & { readonly step_id: string }>
}

const noMessages = { queued: 0, held: 0, sent: 0, captured: 0, clicked: 0, bounced: 0, skipped: 0, failed: 0 }

/**
 * One report for each step that any count has. Entries are counted since migration 0053: a step was entered at least by the runs whose
 * messages it wrote. Pure.
 */
export const summarizeFlow = (counted: CountedFlow): FlowReport => {
  const { entered, waiting, messages, skipped, delivered, unsubscribed, sales } = counted
  const ids = [...entered, ...waiting, ...messages, ...delivered, ...unsubscribed, ...sales].map(
    ({ step_id }) => step_id
  )
  const totalOf = (rows: ReadonlyArray<StepCount>, id: string) => rows.find(({ step_id }) => step_id === id)?.total ?? 0
  const steps = [...new Set(ids)].toSorted().map((step_id): StepReport => {
    const {
      step_id: _,
      queued,
      held,
      ...own
    } = messages.find((row) => row.step_id === step_id) ?? {
      step_id,
      ...noMessages
    }
    const reasons = skipped.filter((row) => row.step_id === step_id)
    const at = totalOf(waiting, step_id)
    const written = queued + held + own.sent + own.captured + own.skipped + own.failed
    return {
      step_id,
      ...own,
      skipped: own.skipped - cancelledOf(reasons),
      entered: Math.max(totalOf(entered, step_id), written),
      waiting: at,
      delivered: deliveredCount({ ...own, delivered: totalOf(delivered, step_id) }),
      unsubscribed: totalOf(unsubscribed, step_id),
      sums: addUpAudience({ waiting: at, left_out: [], messages: [{ queued, held, ...own }], skipped: reasons }),
      revenue: sales.flatMap(({ step_id: id, ...revenue }) => (id === step_id ? [revenue] : []))
    }
  })
  return { runs: counted.runs, steps }
}
