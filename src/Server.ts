import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { FirstMinuteLayer } from "./FirstMinute.ts"
import { EngineLayer } from "./flows/Engine.ts"
import { StepActions } from "./flows/StepActions.ts"
import { EnrolContacts } from "./flows/EnrolContacts.ts"
import { RunDispatcherLayer } from "./flows/RunDispatcher.ts"
import { AdvanceRuns } from "./flows/AdvanceRuns.ts"
import { DueRunSignal } from "./flows/DueRunSignal.ts"
import { ResumeDueRunsLayer } from "./flows/ResumeDueRuns.ts"
import { ClientAddress } from "./http/auth/ClientAddress.ts"
import { FailureLog } from "./http/server/FailureLog.ts"
import { ReportsLayer } from "./http/server/Reports.ts"
import { RoutesLayer } from "./http/server/Routes.ts"
import { RouterConfigLayer, SocketLayer } from "./http/server/Socket.ts"
import { DrainOnExitLayer, Draining } from "./http/server/Draining.ts"
import { LogLayer } from "./Log.ts"
import { EmailTransport } from "./messages/email/EmailTransport.ts"
import { Links } from "./messages/templates/Links.ts"
import { Messages } from "./messages/sending/Messages.ts"
import { Sender } from "./messages/sending/Sender.ts"
import { SendingLayer } from "./messages/sending/SendingLayer.ts"
import { SmsTransport } from "./messages/sms/SmsTransport.ts"
import { WebhookCalls } from "./messages/webhooks/WebhookCalls.ts"
import { WebhookSender } from "./messages/webhooks/WebhookSender.ts"
import { ImportingLayer } from "./programs/imports/ImportingLayer.ts"
import { ProgramsLayer } from "./programs/Programs.ts"
import { RecipientFailuresLayer } from "./programs/messages/ReportRecipientFailures.ts"
import { PurgeLayer } from "./programs/Purge.ts"
import { Admissions } from "./store/admission/Admissions.ts"
import { BacklogsLayer } from "./store/database/Backlogs.ts"
import { DatabaseLayer } from "./store/database/Database.ts"
import { DeadRowsLayer } from "./store/database/DeadRows.ts"
import { FlowDefinitions } from "./store/flows/FlowDefinitions.ts"
import { Deliveries } from "./store/messages/Deliveries.ts"
import { FlowFacts } from "./store/flows/FlowFacts.ts"
import { FlowRuns } from "./store/flows/FlowRuns.ts"
import { Enrolments } from "./store/flows/Enrolments.ts"
import { ContactTags } from "./store/flows/ContactTags.ts"
import { DueRuns } from "./store/flows/DueRuns.ts"
import { Keys } from "./store/database/Keys.ts"
import { Outbox } from "./store/messages/Outbox.ts"
import { Requests } from "./store/accounts/Requests.ts"
import { StatisticsLayer } from "./store/database/Statistics.ts"
import { TestClocks } from "./store/accounts/TestClocks.ts"
import { Purges } from "./store/database/Purges.ts"
import { PeopleLayer, StoresLayer } from "./store/Stores.ts"
import { MetricsListenerLayer } from "./telemetry/MetricsListener.ts"
import { OtlpLayer } from "./telemetry/Otlp.ts"
import { ProcessMeasuresLayer } from "./telemetry/ProcessMetrics.ts"

const FlowsLayer = Layer.mergeAll(EnrolContacts.layer, TestClocks.layer).pipe(
  Layer.provide(Enrolments.layer),
  Layer.provideMerge(DueRunSignal.layer),
  Layer.provide(FlowDefinitions.layer)
)

const PartsLayer = ProgramsLayer.pipe(
  Layer.provideMerge(Layer.mergeAll(StoresLayer, FlowsLayer, Messages.layer, Links.layer)),
  Layer.provide(Keys.layer)
)

const ApiLayer = RoutesLayer.pipe(
  Layer.provide(EmailTransport.layer),
  Layer.provide(PartsLayer),
  Layer.provide(Keys.layer)
)

/** The API on a socket. Its routes stand before the socket listens: a request in between would wait for ever. */
export const ListeningLayer = Layer.unwrap(
  Effect.map(HttpRouter.toHttpEffect(ApiLayer), (app) => HttpServer.serve(app).pipe(Layer.provideMerge(SocketLayer)))
).pipe(
  Layer.provide([
    NodeHttpServer.layerHttpServices,
    RouterConfigLayer,
    Admissions.layer,
    Requests.layer,
    ClientAddress.layer,
    FailureLog.layer,
    Draining.layer
  ])
)

/** Sends messages and keeps tables bounded, for as long as the program runs. */
export const WorkersLayer = Layer.merge(SendingLayer, PurgeLayer).pipe(
  Layer.provide([Sender.layer, WebhookSender.layer, Purges.layer]),
  Layer.provide([Outbox.layer, Deliveries.layer, EmailTransport.layer, SmsTransport.layer, WebhookCalls.layer]),
  Layer.provide(RecipientFailuresLayer.pipe(Layer.provide(PartsLayer), Layer.provide(Admissions.layer))),
  Layer.provide(Links.layer),
  Layer.provide(Keys.layer)
)

/** Flows run beside the API, on whatever engine; what waits while no process runs goes on when one does. */
export const RunsLayer = RunDispatcherLayer.pipe(
  Layer.provide(ResumeDueRunsLayer),
  Layer.provide([AdvanceRuns.layer, DueRuns.layer, DueRunSignal.layer]),
  Layer.provide([StepActions.layer, FlowRuns.layer, FlowFacts.layer, FlowDefinitions.layer]),
  Layer.provide([ContactTags.layer, Deliveries.layer, Messages.layer])
)

const ImportsLayer = ImportingLayer.pipe(Layer.provide(PartsLayer), Layer.provide(Admissions.layer))

/** The whole program. It listens last, when all that works behind it stands, and stops listening first. */
export const ServerLayer = DrainOnExitLayer.pipe(
  Layer.provide([ListeningLayer, Draining.layer]),
  Layer.provide([WorkersLayer, RunsLayer, ImportsLayer, StatisticsLayer, BacklogsLayer, DeadRowsLayer]),
  Layer.provide(EngineLayer.pipe(Layer.provide(Keys.layer))),
  Layer.provide(FirstMinuteLayer.pipe(Layer.provide(PeopleLayer), Layer.provide(Keys.layer))),
  Layer.provide(DatabaseLayer),
  Layer.provide([MetricsListenerLayer, ProcessMeasuresLayer]),
  Layer.provide(OtlpLayer),
  Layer.provide(ReportsLayer),
  Layer.provide(LogLayer)
)
