import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { PageQuery } from "../../domain/Page.ts"
import { Timestamp } from "../../domain/Time.ts"
import { NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
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

/** An order with what it led to: `deliveries` counts changes into delivered, `message_id` is what it is attributed to. */
const OrderPage = Schema.Struct({
  id: Schema.String,
  contact_id: text,
  deliveries: Schema.Int,
  message_id: text,
  order: OrderBody
}).annotate({ identifier: "OrderPage" })

export class DashboardOrdersGroup extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/orders", {
      params: { account: Schema.String },
      query: {
        per_page: PageQuery.per_page,
        cursor: Schema.optionalKey(Schema.String),
        contact_id: Schema.optionalKey(Schema.String)
      },
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
