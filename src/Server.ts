import { NodeHttpServer } from "@effect/platform-node"
import { Config, Effect, Layer, Logger, References } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "./api/Api.ts"
import { FirstMinuteLayer } from "./FirstMinute.ts"
import { EngineLayer } from "./flows/Engine.ts"
import { FlowDispatcher } from "./flows/FlowDispatcher.ts"
import { FlowStarterLayer } from "./flows/FlowStarter.ts"
import { FlowSteps } from "./flows/FlowSteps.ts"
import { QueuedRuns } from "./flows/QueuedRuns.ts"
import { WakeRunLayer } from "./flows/WakeRun.ts"
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
import { RouterConfigLayer, SocketLayer } from "./http/Socket.ts"
import { FarewellLayer, Stopping } from "./http/Stopping.ts"
import { SystemHandlers } from "./http/System.ts"
import { Messages } from "./messages/Messages.ts"
import { EmailTransport } from "./messages/EmailTransport.ts"
import { Links } from "./messages/Links.ts"
import { Sender } from "./messages/Sender.ts"
import { SendingLayer } from "./messages/SendingLayer.ts"
import { SmsTransport } from "./messages/SmsTransport.ts"
import { WebhookCalls } from "./messages/WebhookCalls.ts"
import { WebhookSender } from "./messages/WebhookSender.ts"
import { HearContacts } from "./programs/HearContacts.ts"
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
import { EventLists } from "./store/EventLists.ts"
import { DeliveryLists } from "./store/DeliveryLists.ts"
import { Deliveries } from "./store/Deliveries.ts"
import { Events } from "./store/Events.ts"
import { FlowRuns } from "./store/FlowRuns.ts"
import { FlowRunLists } from "./store/FlowRunLists.ts"
import { Flows } from "./store/Flows.ts"
import { FlowStarts } from "./store/FlowStarts.ts"
import { FlowWakes } from "./store/FlowWakes.ts"
import { IdempotencyKeys } from "./store/IdempotencyKeys.ts"
import { Integrations } from "./store/Integrations.ts"
import { Keys } from "./store/Keys.ts"
import { ManagedAccounts } from "./store/ManagedAccounts.ts"
import { OrderLists } from "./store/OrderLists.ts"
import { MessageLists } from "./store/MessageLists.ts"
import { MessageReports } from "./store/MessageReports.ts"
import { Orders } from "./store/Orders.ts"
import { Outbox } from "./store/Outbox.ts"
import { Passwords } from "./store/Passwords.ts"
import { Secrets } from "./store/Secrets.ts"
import { Sessions } from "./store/Sessions.ts"
import { SetupLinks } from "./store/SetupLinks.ts"
import { SignInAttempts } from "./store/SignInAttempts.ts"
import { StatisticsLayer } from "./store/Statistics.ts"
import { TokenUses } from "./store/TokenUses.ts"
import { TestClocks } from "./store/TestClocks.ts"
import { Tokens } from "./store/Tokens.ts"
import { Users } from "./store/Users.ts"
import { RememberedConsents } from "./store/RememberedConsents.ts"

const HandlersLayer = Layer.mergeAll(
  AccountHandlers,
  ContactsHandlers,
  EventsHandlers,
  OAuthHandlers,
  OrdersHandlers,
  SystemHandlers
)

const MiddlewareLayer = Layer.mergeAll(AddressBudgetLayer, AuthorizationLayer, SchemaErrorsLayer)

const PeopleLayer = Layer.mergeAll(
  AccessTokens.layer,
  Applications.layer,
  Integrations.layer,
  ManagedAccounts.layer,
  Passwords.layer,
  Sessions.layer,
  SetupLinks.layer,
  SignInAttempts.layer,
  Tokens.layer,
  Users.layer
).pipe(Layer.provide(Secrets.layer), Layer.provide(Keys.layer))

const FlowsLayer = Layer.mergeAll(FlowDispatcher.layer, Flows.layer, FlowRunLists.layer, TestClocks.layer).pipe(
  Layer.provide(FlowStarts.layer),
  Layer.provideMerge(QueuedRuns.layer),
  Layer.provide(Definitions.layer)
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

/** The API on whatever router, stores and database are provided. */
export const RoutesLayer = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(HandlersLayer), Layer.provide(MiddlewareLayer)),
  DashboardLayer.pipe(Layer.provide(SchemaErrorsLayer)),
  DashboardPagesLayer,
  DocsLayer,
  MessageLinksLayer,
  HooksLayer,
  EnvelopeLayer
).pipe(
  Layer.provide(ProgramsLayer),
  Layer.provide([StoresLayer, ClientAddress.layer]),
  Layer.provide(RememberedConsents.layer),
  Layer.provide(Keys.layer)
)

const LogLayer = Layer.merge(
  Logger.layer([Logger.consoleJson]),
  Layer.effect(References.MinimumLogLevel, Config.LogLevel("LOG_LEVEL").pipe(Config.withDefault("Info")))
)

/** The API on a socket. Its routes stand before the socket listens: a request in between would wait for ever. */
export const ListeningLayer = Layer.unwrap(
  Effect.map(HttpRouter.toHttpEffect(RoutesLayer), (app) => HttpServer.serve(app).pipe(Layer.provideMerge(SocketLayer)))
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

/** The whole program. */
export const ServerLayer = FarewellLayer.pipe(
  Layer.provide([ListeningLayer, WorkersLayer, RunsLayer, StatisticsLayer, Stopping.layer]),
  Layer.provide(FirstMinuteLayer.pipe(Layer.provide(PeopleLayer))),
  Layer.provide(DatabaseLayer),
  Layer.provide(ReportsLayer),
  Layer.provide(LogLayer)
)
