import type { Conditions } from "./Condition.ts"
import type { Definition, Step } from "./Definition.ts"
import { durationMillis } from "./Duration.ts"
import type { FlowStatus, RunStatus } from "./Flow.ts"
import type { RunReason } from "../reasons.ts"
import { stepsOf } from "./steps.ts"

/** Where a run stands. `step` comes next, not before `due_at` (milliseconds, on the account's clock). */
export interface RunState {
  readonly status: RunStatus
  readonly reason: string | null
  readonly step: string | null
  readonly due_at: number
  readonly attempts: number
}

/** A step that does something to the world. */
export type Act = Exclude<Step, { readonly type: "delay" | "split" | "exit" }>

/** What a run does now: the state after it, and the act that goes with it, if any. Undefined: nothing yet, or nothing more. */
export interface Move {
  readonly act: Act | null
  readonly after: RunState
}

/** Whether a run of this status moves by itself. */
export const goesOn = (status: RunStatus): boolean =>
  status === "queued" || status === "running" || status === "waiting"

const ended = (status: "completed" | "exited" | "failed", reason: RunReason | null, now: number): RunState => ({
  status,
  reason,
  step: null,
  due_at: now,
  attempts: 0
})

/** The state of a run that comes to a step: it waits at a delay, it has ended at an exit or after the last one. Pure. */
export const arrive = (now: number, definition: Pick<Definition, "steps">, id: string | null): RunState => {
  const step = stepsOf(definition).find((placed) => placed.step.id === id)?.step
  if (step === undefined) return ended("completed", null, now)
  if (step.type === "exit") return ended("exited", "exit_step", now)
  return step.type === "delay"
    ? { status: "waiting", reason: null, step: step.id, due_at: now + durationMillis(step.duration), attempts: 0 }
    : { status: "running", reason: null, step: step.id, due_at: now, attempts: 0 }
}

/**
 * What a run does at `now`. Pause, splits and the contact are judged here, when the step runs (contract §10). `contact`
 * judges the conditions of a split; null says that the contact is gone. Pure.
 */
export const decideMove = (
  now: number,
  run: RunState,
  flow: { readonly status: FlowStatus; readonly definition: Definition },
  contact: { readonly holds: (conditions: Conditions) => boolean } | null
): Move | undefined => {
  if (!goesOn(run.status) || run.due_at > now) return undefined
  if (contact === null) return { act: null, after: ended("exited", "contact_gone", now) }
  if (flow.status === "paused") return { act: null, after: { ...run, status: "held", reason: "flow_paused" } }
  const placed = stepsOf(flow.definition).find(({ step }) => step.id === run.step)
  if (placed === undefined) return { act: null, after: ended("completed", null, now) }
  const { step, next } = placed
  const to = (id: string | null) => arrive(now, flow.definition, id)
  if (step.type === "delay") return { act: null, after: to(next) }
  if (step.type === "exit") return { act: null, after: to(step.id) }
  if (step.type === "split") {
    const branch = contact.holds(step.if) ? step.then : step.else
    return { act: null, after: to(branch[0]?.id ?? next) }
  }
  return { act: step, after: to(next) }
}

const backoff = [5_000, 30_000, 120_000, 600_000] as const

/** The state of a run whose step failed: it waits longer each time, and is parked in sight after the fifth. Pure. */
export const afterFailure = (now: number, run: RunState, reason: RunReason): RunState => {
  const wait = backoff[run.attempts]
  if (wait === undefined) return { ...run, status: "failed", reason, due_at: now }
  return { ...run, status: "waiting", reason, due_at: now + wait, attempts: run.attempts + 1 }
}
