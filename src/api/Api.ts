import { HttpApi, OpenApi } from "effect/http-api"
import { AccountGroup } from "./Account.ts"
import { SchemaErrors } from "./SchemaErrors.ts"
import { EventsGroup } from "./Events.ts"
import { OrdersGroup } from "./Orders.ts"
import { SystemGroup } from "./System.ts"

/** The public API, declared once: server, OpenAPI document and typed client all come from here. */
export class Api extends HttpApi.make("tally")
  .add(OrdersGroup, EventsGroup, AccountGroup)
  .prefix("/v1")
  .add(SystemGroup)
  .middleware(SchemaErrors)
  .annotate(OpenApi.Title, "Tally")
  .annotate(OpenApi.Version, "1.0.0") {}
