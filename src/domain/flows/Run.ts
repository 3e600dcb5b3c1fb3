import type { Conditions } from "./Condition.ts"
import type { RunReason } from "../reasons.ts"
import type { Definition } from "./Definition.ts"
import type { Step } from "./Step.ts"
import { durationMillis } from "./FlowDuration.ts"
import type { FlowStatus } from "./Flow.ts"
import type { RunStatus } from "./FlowRun.ts"
import { stepsOf } from "./stepsOf.ts"

/** The state of a run. `step` runs next, not before `due_at` (milliseconds, on the account's clock). */
export interface RunState {
  readonly status: RunStatus
  readonly reason: string | null
  readonly step: string | null
  readonly due_at: number
  readonly attempts: number
}

/** A step with an effect outside the run. `src/flows/StepActions.ts` performs it. */
export type ActionStep = Exclude<Step, { readonly type: "delay" | "split" | "exit" }>

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
  attempts: 0
})

/** The state of a run that reaches a step: it waits at a delay and ends at an exit or after the last step. Pure. */
export const enterStep = (now: number, definition: Pick<Definition, "steps">, id: string | null): RunState => {
  const step = stepsOf(definition).find((placed) => placed.step.id === id)?.step
  if (step === undefined) return ended("completed", null, now)
  if (step.type === "exit") return ended("exited", "exit_step", now)
  return step.type === "delay"
    ? { status: "waiting", reason: null, step: step.id, due_at: now + durationMillis(step.duration), attempts: 0 }
    : { status: "running", reason: null, step: step.id, due_at: now, attempts: 0 }
}

/**
 * The next move of a run; undefined if it is not due or not runnable. Pause and splits are decided when the step runs, on the
 * contact as it is then (contract §10). `contact` is null if the contact was deleted. Pure.
 */
export const decideMove = (
  now: number,
  run: RunState,
  flow: { readonly status: FlowStatus; readonly definition: Definition },
  contact: { readonly matches: (conditions: Conditions) => boolean } | null
): Move | undefined => {
  if (!isRunnable(run.status) || run.due_at > now) return undefined
  if (contact === null) return { action: null, after: ended("exited", "contact_gone", now) }
  if (flow.status === "paused") return { action: null, after: { ...run, status: "held", reason: "flow_paused" } }
  const placed = stepsOf(flow.definition).find(({ step }) => step.id === run.step)
  if (placed === undefined) return { action: null, after: ended("completed", null, now) }
  const { step, next } = placed
  const enter = (id: string | null) => enterStep(now, flow.definition, id)
  if (step.type === "delay") return { action: null, after: enter(next) }
  if (step.type === "exit") return { action: null, after: enter(step.id) }
  if (step.type === "split") {
    const branch = contact.matches(step.if) ? step.then : step.else
    return { action: null, after: enter(branch[0]?.id ?? next) }
  }
  return { action: step, after: enter(next) }
}

/** Milliseconds before each retry of a failed step. */
const backoff = [5_000, 30_000, 120_000, 600_000] as const

/** The state of a run whose step failed: it waits longer after each failure, and ends as `failed` after the fifth. Pure. */
export const afterFailure = (now: number, run: RunState, reason: RunReason): RunState => {
  const wait = backoff[run.attempts]
  if (wait === undefined) return { ...run, status: "failed", reason, due_at: now }
  return { ...run, status: "waiting", reason, due_at: now + wait, attempts: run.attempts + 1 }
}
