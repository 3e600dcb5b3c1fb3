import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Channel } from "../../domain/contacts/Consent.ts"
import { TriggerOutcome } from "../../domain/flows/TriggerOutcome.ts"
import { OrderQuery } from "../../domain/orders/OrderQuery.ts"
import { Timestamp } from "../../domain/values/Time.ts"
import { NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { described } from "../../domain/json/Leaf.ts"
import { OrderBody } from "../Orders.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { page, single } from "./envelopes.ts"

const text = Schema.NullOr(Schema.String)

/** An order in a list. `id` is the order id as text, because a browser would round a large number. `name` is that of the store's platform. */
const ListedOrder = Schema.Struct({
  id: Schema.String,
  name: text,
  contact_id: text,
  email: text,
  phone: text,
  total_amount: Schema.String,
  currency_code: Schema.String,
  placed_at: Timestamp,
  financial_status: text,
  fulfillment_status: text,
  shipment_status: text,
  store_name: text
}).annotate({ identifier: "ListedOrder" })

/** The message that the order is attributed to (contract §3). */
const Attribution = Schema.Struct({
  message_id: Schema.String,
  channel: Channel,
  subject: text,
  flow_id: text,
  clicked_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "Attribution" })

/** The order as in the API. Browsers round its `order_id`: use the `id` beside it. */
export const ExactOrder = Schema.Struct({ ...OrderBody.fields, order_id: described({ type: "integer" }) })

/** An order with its attribution and flows. `deliveries` counts changes into delivered. */
const OrderPage = Schema.Struct({
  id: Schema.String,
  name: text,
  contact_id: text,
  deliveries: Schema.Int,
  attribution: Schema.NullOr(Attribution),
  flows: Schema.Array(TriggerOutcome),
  order: ExactOrder
}).annotate({ identifier: "OrderPage" })

export class DashboardOrdersGroup extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/orders", {
      params: { account: Schema.String },
      query: OrderQuery,
      success: page(ListedOrder),
      error: [ValidationFailedBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("export", "/accounts/:account/order-export", {
      params: { account: Schema.String },
      query: OrderQuery,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
      error: [ValidationFailedBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("read", "/accounts/:account/orders/:id", {
      params: { account: Schema.String, id: Schema.String },
      success: single(OrderPage),
      error: [NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
