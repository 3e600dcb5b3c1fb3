import { Layer } from "effect"
import { Messages } from "../messages/sending/Messages.ts"
import { DueRuns } from "../store/flows/DueRuns.ts"
import { Enrolments } from "../store/flows/Enrolments.ts"
import { Definitions } from "../store/flows/FlowDefinitions.ts"
import { FlowFacts } from "../store/flows/FlowFacts.ts"
import { FlowRuns } from "../store/flows/FlowRuns.ts"
import { FlowTags } from "../store/flows/ContactTags.ts"
import { Deliveries } from "../store/messages/Deliveries.ts"
import { FlowDispatcher } from "./FlowDispatcher.ts"
import { FlowSteps } from "./FlowSteps.ts"
import { ResumeDueRunsLayer } from "./ResumeDueRuns.ts"
import { RunDispatcherLayer } from "./RunDispatcher.ts"
import { RunQueue } from "./RunQueue.ts"
import { StepActions } from "./StepActions.ts"

/** Starts runs in the transaction of their cause. */
export const FlowsLayer = FlowDispatcher.layer.pipe(
  Layer.provide(Enrolments.layer),
  Layer.provideMerge(RunQueue.layer),
  Layer.provide(Definitions.layer)
)

/** Runs flows for as long as the program runs, and resumes runs that became due while no process ran. Requires a workflow engine. */
export const FlowRunsLayer = RunDispatcherLayer.pipe(
  Layer.provide(ResumeDueRunsLayer),
  Layer.provide([FlowSteps.layer, DueRuns.layer, RunQueue.layer]),
  Layer.provide([StepActions.layer, FlowRuns.layer, FlowFacts.layer, Definitions.layer]),
  Layer.provide([FlowTags.layer, Deliveries.layer, Messages.layer])
)
