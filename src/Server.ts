import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { FirstMinuteLayer } from "./FirstMinute.ts"
import { EngineLayer } from "./flows/Engine.ts"
import { FlowDispatcher } from "./flows/FlowDispatcher.ts"
import { FlowStarterLayer } from "./flows/FlowStarter.ts"
import { FlowSteps } from "./flows/FlowSteps.ts"
import { QueuedRuns } from "./flows/QueuedRuns.ts"
import { WakeRunLayer } from "./flows/WakeRun.ts"
import { LogLayer } from "./Log.ts"
import { AccountHandlers } from "./http/Account.ts"
import { ClientAddress } from "./http/Address.ts"
import { AuthorizationLayer } from "./http/Authorization.ts"
import { DashboardLayer } from "./http/dashboard/Dashboard.ts"
import { ContactsHandlers } from "./http/Contacts.ts"
import { DashboardPagesLayer } from "./http/DashboardPages.ts"
import { DocsLayer } from "./http/Docs.ts"
import { EnvelopeLayer } from "./http/Envelope.ts"
import { EventsHandlers } from "./http/Events.ts"
import { AddressBudgetLayer } from "./http/AddressBudget.ts"
import { OAuthHandlers } from "./http/OAuth.ts"
import { HooksLayer } from "./http/Hooks.ts"
import { MessageLinksLayer } from "./http/MessageLinks.ts"
import { OrdersHandlers } from "./http/Orders.ts"
import { SchemaErrorsLayer } from "./http/SchemaErrors.ts"
import { ReportsLayer } from "./http/Reports.ts"
import { RoutesLayer } from "./http/Routes.ts"
import { RouterConfigLayer, SocketLayer } from "./http/Socket.ts"
import { FarewellLayer, Stopping } from "./http/Stopping.ts"
import { EmailTransport } from "./messages/EmailTransport.ts"
import { Links } from "./messages/Links.ts"
import { Messages } from "./messages/Messages.ts"
import { Sender } from "./messages/Sender.ts"
import { SendingLayer } from "./messages/SendingLayer.ts"
import { SmsTransport } from "./messages/SmsTransport.ts"
import { WebhookCalls } from "./messages/WebhookCalls.ts"
import { WebhookSender } from "./messages/WebhookSender.ts"
import { ProgramsLayer } from "./programs/Programs.ts"
import { HearContacts } from "./programs/HearContacts.ts"
import { ImportingLayer } from "./programs/ImportingLayer.ts"
import { IngestEvents } from "./programs/IngestEvents.ts"
import { ListContacts } from "./programs/ListContacts.ts"
import { PlaceOrders } from "./programs/PlaceOrders.ts"
import { PreviewContacts } from "./programs/PreviewContacts.ts"
import { WriteContacts } from "./programs/WriteContacts.ts"
import { Accounts } from "./store/Accounts.ts"
import { Activity } from "./store/Activity.ts"
import { Admissions } from "./store/Admissions.ts"
import { ConsentLog } from "./store/ConsentLog.ts"
import { ContactConsents } from "./store/ContactConsents.ts"
import { ContactLists } from "./store/ContactLists.ts"
import { Contacts } from "./store/Contacts.ts"
import { ExchangeCredentials } from "./programs/ExchangeCredentials.ts"
import { AccessTokens } from "./store/AccessTokens.ts"
import { Applications } from "./store/Applications.ts"
import { DatabaseLayer } from "./store/Database.ts"
import { Definitions } from "./store/Definitions.ts"
import { Deliveries } from "./store/Deliveries.ts"
import { FlowRuns } from "./store/FlowRuns.ts"
import { FlowStarts } from "./store/FlowStarts.ts"
import { FlowWakes } from "./store/FlowWakes.ts"
import { IdempotencyKeys } from "./store/IdempotencyKeys.ts"
import { Imports } from "./store/Imports.ts"
import { Integrations } from "./store/Integrations.ts"
import { Keys } from "./store/Keys.ts"
import { Outbox } from "./store/Outbox.ts"
import { Passwords } from "./store/Passwords.ts"
import { Secrets } from "./store/Secrets.ts"
import { Sessions } from "./store/Sessions.ts"
import { SetupLinks } from "./store/SetupLinks.ts"
import { SignInAttempts } from "./store/SignInAttempts.ts"
import { StatisticsLayer } from "./store/Statistics.ts"
import { TokenUses } from "./store/TokenUses.ts"
import { TestClocks } from "./store/TestClocks.ts"
import { PeopleLayer, StoresLayer } from "./store/Stores.ts"

const FlowsLayer = Layer.mergeAll(FlowDispatcher.layer, TestClocks.layer).pipe(
  Layer.provide(FlowStarts.layer),
  Layer.provideMerge(QueuedRuns.layer),
  Layer.provide(Definitions.layer)
)

const ApiLayer = RoutesLayer.pipe(
  Layer.provide(ProgramsLayer),
  Layer.provide([StoresLayer, FlowsLayer, Messages.layer, Links.layer]),
  Layer.provide(Keys.layer)
)
const StoresLayer = Layer.mergeAll(
  Accounts.layer,
  Activity.layer,
  Admissions.layer,
  ConsentLog.layer,
  ContactConsents.layer,
  ContactLists.layer,
  Contacts.layer,
  DeliveryLists.layer,
  EventLists.layer,
  Events.layer,
  IdempotencyKeys.layer,
  Imports.layer,
  Messages.layer,
  OrderLists.layer,
  Links.layer,
  Orders.layer,
  FlowsLayer,
  MessageLists.layer,
  MessageReports.layer,
  PeopleLayer,
  TokenUses.layer
)

const ProgramsLayer = Layer.mergeAll(
  ExchangeCredentials.layer,
  HearContacts.layer,
  IngestEvents.layer,
  ListContacts.layer,
  PlaceOrders.layer,
  PreviewContacts.layer,
  WriteContacts.layer
)

const withStores = <A, E, R>(layer: Layer.Layer<A, E, R>) =>
  layer.pipe(Layer.provide(StoresLayer), Layer.provide(RememberedConsents.layer), Layer.provide(Keys.layer))

/** The API on whatever router, stores and database are provided. */
export const RoutesLayer = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(HandlersLayer), Layer.provide(MiddlewareLayer)),
  DashboardLayer.pipe(Layer.provide(SchemaErrorsLayer)),
  DashboardPagesLayer,
  DocsLayer,
  MessageLinksLayer,
  HooksLayer,
  EnvelopeLayer
).pipe(Layer.provide(ProgramsLayer), Layer.provide(ClientAddress.layer), withStores)

/** The API on a socket. Its routes stand before the socket listens: a request in between would wait for ever. */
export const ListeningLayer = Layer.unwrap(
  Effect.map(HttpRouter.toHttpEffect(ApiLayer), (app) => HttpServer.serve(app).pipe(Layer.provideMerge(SocketLayer)))
).pipe(Layer.provide([NodeHttpServer.layerHttpServices, RouterConfigLayer, Stopping.layer]))

/** Sends messages, for as long as the program runs. */
export const WorkersLayer = SendingLayer.pipe(
  Layer.provide([Sender.layer, WebhookSender.layer]),
  Layer.provide([Outbox.layer, Deliveries.layer, EmailTransport.layer, SmsTransport.layer, WebhookCalls.layer]),
  Layer.provide(Links.layer),
  Layer.provide(Keys.layer)
)

// Flows run beside the API; what waits while no process runs goes on when one does.
const RunsLayer = FlowStarterLayer.pipe(
  Layer.provide(WakeRunLayer),
  Layer.provide([FlowSteps.layer, FlowWakes.layer, EngineLayer, QueuedRuns.layer]),
  Layer.provide([FlowRuns.layer, Definitions.layer, Deliveries.layer, Messages.layer])
)

const ImportsLayer = ImportingLayer.pipe(Layer.provide([PlaceOrders.layer, WriteContacts.layer]), withStores)

/** The whole program. */
export const ServerLayer = FarewellLayer.pipe(
  Layer.provide([ListeningLayer, WorkersLayer, RunsLayer, StatisticsLayer, Stopping.layer]),
  Layer.provide([ListeningLayer, WorkersLayer, RunsLayer, ImportsLayer, Stopping.layer]),
  Layer.provide(FirstMinuteLayer.pipe(Layer.provide(PeopleLayer))),
  Layer.provide([ListeningLayer, WorkersLayer, RunsLayer, Stopping.layer]),
  Layer.provide(FirstMinuteLayer.pipe(Layer.provide(PeopleLayer), Layer.provide(Keys.layer))),
  Layer.provide(DatabaseLayer),
  Layer.provide(ReportsLayer),
  Layer.provide(LogLayer)
)
