import { Layer } from "effect"
import { SmsTransport } from "../../outbound/sms/SmsTransport.ts"
import { Transports } from "../../outbound/sending/Transports.ts"
import { ContactFields } from "../../store/contacts/ContactFields.ts"
import { FlowFacts } from "../../store/conditions/FlowFacts.ts"
import { FlowRuns } from "../../store/flows/FlowRuns.ts"
import { FlowVersions } from "../../store/flows/FlowVersions.ts"
import { Deliveries } from "../../store/messages/Deliveries.ts"
import { Outbox } from "../../store/messages/Outbox.ts"
import { AdvanceRuns } from "../flows/AdvanceRuns.ts"
import { TouchedContacts } from "../flows/TouchedContacts.ts"
import { StepActions } from "../flows/StepActions.ts"
import { SendMessages } from "../messages/SendMessages.ts"
import { RunScenario } from "./RunScenario.ts"
import { EnrolWatched } from "../flows/EnrolWatched.ts"

const EnrolmentsLayer = EnrolWatched.layer.pipe(Layer.provide([FlowVersions.layer, TouchedContacts.layer]))

const AdvancingLayer = AdvanceRuns.layer.pipe(
  Layer.provide([StepActions.layer, FlowRuns.layer, FlowFacts.layer, FlowVersions.layer]),
  Layer.provide([ContactFields.layer, Deliveries.layer])
)

const SendingLayer = SendMessages.layer.pipe(Layer.provide([Outbox.layer, SmsTransport.layer, Transports.layer]))

/** Runs scenarios on the programs and stores of the service. Requires `ScenarioClock`, on which all of them must have been built. */
export const ScenariosLayer = RunScenario.layer.pipe(
  Layer.provide([EnrolmentsLayer, AdvancingLayer, SendingLayer, FlowRuns.layer])
)
