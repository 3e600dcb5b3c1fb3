import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Channel } from "../../domain/contacts/Consent.ts"
import { TriggerOutcome } from "../../domain/flows/TriggerOutcome.ts"
import { IdText } from "../../domain/values/Id.ts"
import { CursorQuery } from "../../domain/lists/Page.ts"
import { Timestamp } from "../../domain/values/Time.ts"
import { NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { described } from "../../domain/json/Leaf.ts"
import { OrderBody } from "../Orders.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { one, page } from "./Answers.ts"

const text = Schema.NullOr(Schema.String)

/** An order in a list. `id` is the order id as text, exact also where a number would not be. */
const ListedOrder = Schema.Struct({
  id: Schema.String,
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

/** The message that the contact had clicked last when the order came, within 7 days (contract §3). */
const Attribution = Schema.Struct({
  message_id: Schema.String,
  channel: Channel,
  subject: text,
  flow_id: text,
  clicked_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "Attribution" })

/** An order as the API answers it. Its id keeps its digits on the wire; a browser rounds it, and takes that of the page. */
export const ShownOrder = Schema.Struct({ ...OrderBody.fields, order_id: described({ type: "integer" }) })

/** An order with what it led to: `deliveries` counts changes into delivered. */
const OrderPage = Schema.Struct({
  id: Schema.String,
  contact_id: text,
  deliveries: Schema.Int,
  attribution: Schema.NullOr(Attribution),
  flows: Schema.Array(TriggerOutcome),
  order: ShownOrder
}).annotate({ identifier: "OrderPage" })

export class DashboardOrdersGroup extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/orders", {
      params: { account: Schema.String },
      query: { ...CursorQuery, contact_id: Schema.optionalKey(IdText) },
      success: page(ListedOrder),
      error: [ValidationFailedBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("read", "/accounts/:account/orders/:id", {
      params: { account: Schema.String, id: Schema.String },
      success: one(OrderPage),
      error: [NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
