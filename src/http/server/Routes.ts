import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { AccountHandlers } from "../public/Account.ts"
import { AddressBudgetLayer } from "../auth/AddressBudget.ts"
import { AuthorizationLayer } from "../auth/Authorization.ts"
import { CampaignsHandlers } from "../public/Campaigns.ts"
import { ContactsHandlers } from "../public/Contacts.ts"
import { DashboardLayer } from "../dashboard/Dashboard.ts"
import { DashboardPagesLayer } from "../pages/DashboardPages.ts"
import { DocsLayer } from "../pages/Docs.ts"
import { ErrorEnvelopeLayer } from "./ErrorEnvelope.ts"
import { EventsHandlers } from "../public/Events.ts"
import { SegmentsHandlers } from "../public/Segments.ts"
import { HooksLayer } from "../public/Hooks.ts"
import { StoreHooksLayer } from "../public/StoreHooks.ts"
import { FormPagesLayer } from "../pages/FormPages.ts"
import { MessageLinksLayer } from "../pages/MessageLinks.ts"
import { OAuthHandlers } from "../public/OAuth.ts"
import { OrdersHandlers } from "../public/Orders.ts"
import { SchemaErrorsLayer } from "./SchemaErrors.ts"
import { SystemHandlers } from "../public/System.ts"

const HandlersLayer = Layer.mergeAll(
  AccountHandlers,
  CampaignsHandlers,
  ContactsHandlers,
  EventsHandlers,
  SegmentsHandlers,
  OAuthHandlers,
  OrdersHandlers,
  SystemHandlers
)

const MiddlewareLayer = Layer.mergeAll(AddressBudgetLayer, AuthorizationLayer, SchemaErrorsLayer)

/** Every route. Requires the router, programs and stores. */
export const RoutesLayer = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(HandlersLayer), Layer.provide(MiddlewareLayer)),
  DashboardLayer.pipe(Layer.provide(SchemaErrorsLayer)),
  DashboardPagesLayer,
  DocsLayer,
  FormPagesLayer,
  MessageLinksLayer,
  HooksLayer,
  StoreHooksLayer,
  ErrorEnvelopeLayer
)
