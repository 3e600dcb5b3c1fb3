import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { AccountHandlers } from "../public/Account.ts"
import { AddressBudgetLayer } from "../auth/AddressBudget.ts"
import { AuthorizationLayer } from "../auth/Authorization.ts"
import { AccountAccessLayer, SameOriginLayer, SignedInLayer } from "../auth/DashboardAccess.ts"
import { CampaignsHandlers } from "../account/Campaigns.ts"
import { ContactNotesHandlers } from "../account/ContactNotes.ts"
import { ManyContactsHandlers } from "../account/ManyContacts.ts"
import { ContactsHandlers } from "../account/Contacts.ts"
import { SessionCookie } from "../dashboard/Cookie.ts"
import { DashboardLayer } from "../dashboard/Dashboard.ts"
import { DashboardPagesLayer } from "../pages/DashboardPages.ts"
import { DocsLayer } from "../pages/Docs.ts"
import { ErrorEnvelopeLayer } from "./ErrorEnvelope.ts"
import { CartsHandlers } from "../account/Carts.ts"
import { ProductsHandlers } from "../account/Products.ts"
import { CouponsHandlers } from "../account/Coupons.ts"
import { TopicsHandlers } from "../account/Topics.ts"
import { MediaHandlers } from "../account/Media.ts"
import { TemplatesHandlers } from "../account/Templates.ts"
import { EventsHandlers } from "../account/Events.ts"
import { SegmentsHandlers } from "../account/Segments.ts"
import { HooksLayer } from "../public/Hooks.ts"
import { PlatformHooksLayer } from "../public/PlatformHooks.ts"
import { FormPagesLayer } from "../pages/FormPages.ts"
import { MessageLinksLayer } from "../pages/MessageLinks.ts"
import { MediaFilesLayer } from "../public/MediaFiles.ts"
import { OAuthHandlers } from "../public/OAuth.ts"
import { OrdersHandlers } from "../account/Orders.ts"
import { FlowsHandlers } from "../account/Flows.ts"
import { FormsHandlers } from "../account/Forms.ts"
import { BulkChangesHandlers } from "../account/BulkChanges.ts"
import { ImportsHandlers } from "../account/Imports.ts"
import { MessagesHandlers } from "../account/Messages.ts"
import { SenderHandlers } from "../account/Sender.ts"
import { SendersHandlers } from "../account/Senders.ts"
import { SendingLimitsHandlers } from "../account/SendingLimits.ts"
import { SiteHandlers } from "../account/Site.ts"
import { ActivityHandlers } from "../account/Activity.ts"
import { SchemaErrorsLayer } from "./SchemaErrors.ts"
import { SiteScriptLayer } from "../pages/SiteScript.ts"
import { SiteCallsLayer } from "../public/SiteCalls.ts"
import { SystemHandlers } from "../public/System.ts"
import { TrackingDomainsLayer } from "../public/TrackingDomains.ts"
import { TrackingHosts } from "./TrackingHosts.ts"

const HandlersLayer = Layer.mergeAll(
  AccountHandlers,
  CampaignsHandlers,
  ContactsHandlers,
  ContactNotesHandlers,
  ManyContactsHandlers,
  CartsHandlers,
  ProductsHandlers,
  CouponsHandlers,
  TopicsHandlers,
  MediaHandlers,
  TemplatesHandlers,
  EventsHandlers,
  SegmentsHandlers,
  OAuthHandlers,
  OrdersHandlers,
  FlowsHandlers,
  FormsHandlers,
  BulkChangesHandlers,
  ImportsHandlers,
  MessagesHandlers,
  SenderHandlers,
  SendersHandlers,
  SendingLimitsHandlers,
  SiteHandlers,
  ActivityHandlers,
  SystemHandlers
)

const MiddlewareLayer = Layer.mergeAll(
  AddressBudgetLayer,
  AuthorizationLayer,
  SchemaErrorsLayer,
  SameOriginLayer,
  SignedInLayer.pipe(Layer.provide(SessionCookie.layer)),
  AccountAccessLayer
)

/** Every route. Requires the router, programs and stores. */
export const RoutesLayer = Layer.mergeAll(
  Layer.mergeAll(HttpApiBuilder.layer(Api).pipe(Layer.provide(HandlersLayer)), DashboardLayer).pipe(
    Layer.provide(MiddlewareLayer)
  ),
  DashboardPagesLayer,
  DocsLayer,
  FormPagesLayer,
  MessageLinksLayer,
  MediaFilesLayer,
  HooksLayer,
  PlatformHooksLayer,
  SiteCallsLayer,
  SiteScriptLayer,
  TrackingDomainsLayer,
  ErrorEnvelopeLayer
).pipe(Layer.provide(TrackingHosts.layer))
