import { HttpApi, OpenApi } from "effect/http-api"
import { AccountGroup } from "./Account.ts"
import { CampaignsGroup } from "./Campaigns.ts"
import { contactResponses, ContactsGroup } from "./Contacts.ts"
import { EventsGroup } from "./Events.ts"
import { documented } from "./OpenApi.ts"
import { OAuthGroup } from "./OAuth.ts"
import { OrderResponse, OrderCreated, OrdersGroup } from "./Orders.ts"
import { SchemaErrors } from "./SchemaErrors.ts"
import { SegmentsGroup } from "./Segments.ts"
import { SystemGroup } from "./System.ts"

const declared = HttpApi.make("tally")
  .add(OrdersGroup, ContactsGroup, SegmentsGroup, CampaignsGroup, EventsGroup, AccountGroup)
  .prefix("/v1")
  .add(OAuthGroup, SystemGroup)
  .middleware(SchemaErrors)
  .annotate(HttpApi.AdditionalSchemas, [OrderResponse, OrderCreated, ...contactResponses])
  .annotate(OpenApi.Title, "Tally")
  .annotate(OpenApi.Version, "1.0.0")

/** The public API. Server, OpenAPI document and typed client are derived from it. */
export class Api extends documented(declared) {}
