import { Layer } from "effect"
import { Messages } from "../../outbound/sending/Messages.ts"
import { FlowRuns } from "../../store/flows/FlowRuns.ts"
import { Enrolments } from "../../store/flows/Enrolments.ts"
import { FlowVersions } from "../../store/flows/FlowVersions.ts"
import { FlowFacts } from "../../store/conditions/FlowFacts.ts"
import { ContactFields } from "../../store/contacts/ContactFields.ts"
import { Deliveries } from "../../store/messages/Deliveries.ts"
import { EnrolContacts } from "./EnrolContacts.ts"
import { AdvanceRuns } from "./AdvanceRuns.ts"
import { ResumeDueRunsLayer } from "./ResumeDueRuns.ts"
import { RunDispatcherLayer } from "./RunDispatcher.ts"
import { DueRunSignal } from "./DueRunSignal.ts"
import { StepActions } from "./StepActions.ts"

/** Starts runs in the transaction of their cause. */
export const FlowsLayer = EnrolContacts.layer.pipe(
  Layer.provide(Enrolments.layer),
  Layer.provideMerge(DueRunSignal.layer),
  Layer.provide(FlowVersions.layer)
)

/** Runs flows for as long as the program runs, and resumes runs that became due while no process ran. Requires a workflow engine. */
export const FlowRunsLayer = RunDispatcherLayer.pipe(
  Layer.provide(ResumeDueRunsLayer),
  Layer.provide([AdvanceRuns.layer, FlowRuns.layer, DueRunSignal.layer]),
  Layer.provide([StepActions.layer, FlowRuns.layer, FlowFacts.layer, FlowVersions.layer]),
  Layer.provide([ContactFields.layer, Deliveries.layer, Messages.layer])
)
