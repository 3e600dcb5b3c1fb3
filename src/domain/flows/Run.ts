import type { Conditions } from "../conditions/Condition.ts"
import type { RunReason } from "../reasons.ts"
import type { Definition } from "./Definition.ts"
import type { Step } from "./Step.ts"
import { flowDeleted } from "./endings.ts"
import { durationMillis } from "./FlowDuration.ts"
import type { FlowStatus } from "./Flow.ts"
import type { RunStatus } from "./FlowRun.ts"
import { nextLocalTime } from "./nextLocalTime.ts"
import { stepsOf } from "./stepsOf.ts"
import { takenBranch } from "./takenBranch.ts"
import { awaitedKey } from "./WaitFor.ts"

/** The state of a run. `step` runs next, not before `due_at` (milliseconds, on the account's clock). */
export interface RunState {
  readonly status: RunStatus
  readonly reason: string | null
  readonly step: string | null
  readonly due_at: number
  readonly attempts: number
  /** The awaited event, as `awaitedKey` writes it; null unless it can still come. */
  readonly awaits: string | null
  /** Whether what the present step waited for came. */
  readonly arrived: boolean
}

/** A step with an effect outside the run. `src/programs/flows/StepActions.ts` performs it. */
export type ActionStep = Exclude<
  Step,
  { readonly type: "delay" | "wait_until" | "wait_for" | "split" | "random_split" | "exit" }
>

/** The time zones that a `wait_until` reads: the account's, and the contact's own, null without a known one. */
export interface LocalZones {
  readonly account: string
  readonly contact: string | null
}

/** The state of a run after its step, and the step whose action is performed with it, if any. */
export interface Move {
  readonly action: ActionStep | null
  readonly after: RunState
}

/** Whether a run of this status moves once it is due. Held runs wait for their flow to be active; the others have ended. */
export const isRunnable = (status: RunStatus): boolean =>
  status === "queued" || status === "running" || status === "waiting"

const ended = (status: "completed" | "exited" | "failed", reason: RunReason | null, now: number): RunState => ({
  status,
  reason,
  step: null,
  due_at: now,
  attempts: 0,
  awaits: null,
  arrived: false
})

/** The state of a run that reaches a step: it waits at a delay, for a local time or for what comes, and ends at an exit or after the last step. Pure. */
export const enterStep = (
  now: number,
  definition: Pick<Definition, "steps">,
  id: string | null,
  zones: LocalZones
): RunState => {
  const step = stepsOf(definition).find((placed) => placed.step.id === id)?.step
  if (step === undefined) return ended("completed", null, now)
  if (step.type === "exit") return ended("exited", "exit_step", now)
  const due_at = dueAt(now, step, zones)
  return {
    status: due_at === undefined ? "running" : "waiting",
    reason: null,
    step: step.id,
    due_at: due_at ?? now,
    attempts: 0,
    awaits: step.type === "wait_for" ? awaitedKey(step.for) : null,
    arrived: false
  }
}

/** When the wait of a step ends; undefined for a step that does not wait. */
const dueAt = (now: number, step: Step, zones: LocalZones): number | undefined => {
  if (step.type === "delay") return now + durationMillis(step.duration)
  if (step.type === "wait_for") return now + durationMillis(step.timeout)
  if (step.type !== "wait_until") return undefined
  return nextLocalTime(now, step, (step.zone === "contact" ? zones.contact : null) ?? zones.account)
}

/**
 * The next move of a run; undefined if it is not due or not runnable. Pause and splits are decided when the step runs, on the
 * contact as it is then (contract §10). `contact` is null if the contact was deleted. Pure.
 */
export const decideMove = (
  now: number,
  run: RunState & { readonly run_id: string },
  flow: { readonly status: FlowStatus | "deleted"; readonly definition: Definition },
  contact: { readonly matches: (conditions: Conditions) => boolean; readonly zones: LocalZones } | null
): Move | undefined => {
  if (!isRunnable(run.status) || run.due_at > now) return undefined
  if (contact === null) return { action: null, after: ended("exited", "contact_gone", now) }
  if (flow.status === "deleted") return { action: null, after: ended("exited", flowDeleted.run, now) }
  if (flow.status === "paused")
    return { action: null, after: { ...run, status: "held", reason: "flow_paused", awaits: null } }
  const placed = stepsOf(flow.definition).find(({ step }) => step.id === run.step)
  if (placed === undefined) return { action: null, after: ended("completed", null, now) }
  const { step, next } = placed
  const enter = (id: string | null) => enterStep(now, flow.definition, id, contact.zones)
  if (step.type === "delay" || step.type === "wait_until") return { action: null, after: enter(next) }
  if (step.type === "exit") return { action: null, after: enter(step.id) }
  if (step.type === "split") {
    const branch = contact.matches(step.if) ? step.then : step.else
    return { action: null, after: enter(branch[0]?.id ?? next) }
  }
  if (step.type === "wait_for") {
    const branch = run.arrived ? step.happened : step.timed_out
    return { action: null, after: enter(branch[0]?.id ?? next) }
  }
  if (step.type === "random_split") {
    return { action: null, after: enter(takenBranch(step, run.run_id)[0]?.id ?? next) }
  }
  return { action: step, after: enter(next) }
}

/** Milliseconds before each retry of a failed step. */
const backoff = [5_000, 30_000, 120_000, 600_000] as const

/** The state of a run whose step failed: it waits longer after each failure, and ends as `failed` after the fifth. Pure. */
export const afterFailure = (now: number, run: RunState, reason: RunReason): RunState => {
  const wait = backoff[run.attempts]
  if (wait === undefined) return { ...run, status: "failed", reason, due_at: now, awaits: null }
  // A wait whose step fails has timed out: what comes later does not count.
  return { ...run, awaits: null, status: "waiting", reason, due_at: now + wait, attempts: run.attempts + 1 }
}
