import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { AccountHandlers } from "./Account.ts"
import { AddressBudgetLayer } from "./AddressBudget.ts"
import { AuthorizationLayer } from "./Authorization.ts"
import { ContactsHandlers } from "./Contacts.ts"
import { DashboardLayer } from "./dashboard/Dashboard.ts"
import { DashboardPagesLayer } from "./DashboardPages.ts"
import { DocsLayer } from "./Docs.ts"
import { EnvelopeLayer } from "./Envelope.ts"
import { EventsHandlers } from "./Events.ts"
import { HooksLayer } from "./Hooks.ts"
import { MessageLinksLayer } from "./MessageLinks.ts"
import { OAuthHandlers } from "./OAuth.ts"
import { OrdersHandlers } from "./Orders.ts"
import { SchemaErrorsLayer } from "./SchemaErrors.ts"
import { SystemHandlers } from "./System.ts"

const HandlersLayer = Layer.mergeAll(
  AccountHandlers,
  ContactsHandlers,
  EventsHandlers,
  OAuthHandlers,
  OrdersHandlers,
  SystemHandlers
)

const MiddlewareLayer = Layer.mergeAll(AddressBudgetLayer, AuthorizationLayer, SchemaErrorsLayer)

/** Every path, on whatever router, programs and stores are provided. */
export const RoutesLayer = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(HandlersLayer), Layer.provide(MiddlewareLayer)),
  DashboardLayer.pipe(Layer.provide(SchemaErrorsLayer)),
  DashboardPagesLayer,
  DocsLayer,
  MessageLinksLayer,
  HooksLayer,
  EnvelopeLayer
)
