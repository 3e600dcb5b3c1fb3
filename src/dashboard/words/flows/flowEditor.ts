/** Words of the editor of a flow and its diagram. */
import { counted } from "../common.ts"

export const stepsRemoved = (count: number) => (count === 1 ? "Step removed." : "Steps removed.")
export const undo = "Undo"
export const diagram = "Flow diagram"

// The issues of a failed save
export const fixProblems = (count: number) => `Fix ${counted(count, "problem")} before saving`

// The list of steps
export const addStep = "Add a step"
export const addStepBefore = (position: number) => `Add a step before step ${position}`
export const endOfFlow = "End"
export const endOfBranch = "Continue"

// A step
export const moveUp = (step: string) => `Move up ${step}`
export const moveDown = (step: string) => `Move down ${step}`
export const removeStep = (step: string) => `Remove ${step}`
export const editStep = (step: string) => `Edit ${step}`

// The form of a step or of the trigger
export const done = "Done"

// The trigger
export const startsWhen = "Starts when"
export const onlyIf = (conditions: string) => `Only if ${conditions}`
export const editTrigger = "Edit trigger"

// The figures of a step
export const figures = "Figures"
export const entered = "entered"
export const waiting = "waiting"
export const sent = "sent"
export const notSent = "not sent"
export const delivered = "delivered"
export const clicked = "clicked"
export const unsubscribed = "unsubscribed"
export const bounced = "bounced"
export const unknown = "unknown"
export const skippedBy = (reason: string) => `skipped (${reason})`
export const queued = "queued"
export const held = "held"
export const cancelled = "cancelled"
export const failed = "failed"
export const inAll = "in all"
export const fromOrders = (orders: number) => `from ${counted(orders, "order")}`

// The figures of the runs, at the trigger
export const runs = "Runs"
export const started = "started"
export const inProgress = "in progress"
export const completed = "completed"
export const exited = "exited"
