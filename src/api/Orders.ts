import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Channel, EmailConsent, SmsConsent } from "../domain/contacts/Consent.ts"
import { Decimal, Int } from "../domain/values/Decimal.ts"
import { Address, Discounts, LineItems, TaxLines } from "../domain/json/FreeForm.ts"
import { Platform } from "../domain/integrations/IntegrationKind.ts"
import { FinancialStatus, FulfillmentStatus, ShipmentStatus } from "../domain/orders/Order.ts"
import { OrderInput } from "../domain/orders/OrderInput.ts"
import { OrderId } from "../domain/orders/OrderId.ts"
import { TriggerOutcome } from "../domain/flows/TriggerOutcome.ts"
import { described } from "../domain/json/Leaf.ts"
import { OrderQuery } from "../domain/orders/OrderQuery.ts"
import { StartRefusal } from "../domain/reasons.ts"
import { Timestamp } from "../domain/values/Time.ts"
import { PrefetchesOrder } from "./Authorization.ts"
import { dryRun } from "./DryRun.ts"
import { page, single } from "./envelopes.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { exact } from "./Exact.ts"
import { IdPattern } from "./IdPattern.ts"
import { access } from "./mounts.ts"
import { preferHeader, preferred, warnings } from "./Preferences.ts"

/** The order of a response (contract §3). Empty values are left out. */
export const OrderBody = Schema.Struct({
  order_id: OrderId,
  source: Schema.Literals(["api", ...Platform.literals]),
  email: Schema.optionalKey(Schema.String),
  phone: Schema.optionalKey(Schema.String),
  total_amount: Schema.String,
  currency_code: Schema.String,
  placed_at: Timestamp,
  financial_status: Schema.optionalKey(FinancialStatus),
  fulfillment_status: Schema.optionalKey(FulfillmentStatus),
  shipment_status: Schema.optionalKey(ShipmentStatus),
  customer_id: Schema.optionalKey(Schema.String),
  order_number: Schema.optionalKey(Schema.String),
  subtotal: Schema.optionalKey(Decimal),
  discounts: Schema.optionalKey(Discounts),
  tax_lines: Schema.optionalKey(TaxLines),
  total_items: Schema.optionalKey(Int),
  line_items: Schema.optionalKey(LineItems),
  billing_address: Schema.optionalKey(Address),
  shipping_address: Schema.optionalKey(Address),
  accepts_email_marketing: Schema.optionalKey(Schema.Boolean),
  accepts_sms_marketing: Schema.optionalKey(Schema.Boolean),
  integration: Schema.optionalKey(Schema.Struct({ store_name: Schema.String, store_url: Schema.String })),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Order" })

const Figures = Schema.Struct({
  order_count: Schema.Int,
  first_order_at: Schema.NullOr(Timestamp),
  last_order_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "OrderFigures" })

const OrderTrigger = Schema.Literals(["order_placed", "order_received"])

/** The effect of a dry run: the contact and its figures after the call, the triggers, and the flows that would start. */
const OrderDryRun = dryRun({
  created: Schema.Boolean,
  changed: Schema.Boolean,
  contact: Schema.NullOr(
    Schema.Struct({
      action: Schema.Literals(["created", "found"]),
      id: Schema.NullOr(Schema.String),
      email: Schema.NullOr(Schema.String),
      phone: Schema.NullOr(Schema.String),
      first_name: Schema.NullOr(Schema.String),
      last_name: Schema.NullOr(Schema.String),
      email_consent: EmailConsent,
      sms_consent: SmsConsent
    })
  ),
  figures: Schema.NullOr(Figures),
  moved_from: Schema.NullOr(Schema.Struct({ id: Schema.String, figures: Figures })),
  triggers: Schema.Array(OrderTrigger),
  flows: Schema.Array(
    Schema.Struct({
      trigger: Schema.Union([OrderTrigger, Schema.Literals(["subscribed", "unsubscribed"])]),
      flow_id: Schema.String,
      name: Schema.String,
      starts: Schema.Boolean,
      reason: Schema.NullOr(StartRefusal)
    })
  ),
  resumed: Schema.Array(Schema.Struct({ run_id: Schema.String, flow_id: Schema.String, name: Schema.String })).annotate(
    { description: "The runs that wait for this order and would go on." }
  )
}).annotate({ identifier: "OrderDryRun" })

/** The response to a call that creates an order. */
export const OrderCreated = Schema.Struct({ data: OrderBody, ...warnings }).annotate({ identifier: "OrderCreated" })

/** The response to an update or a dry run. */
export const OrderResponse = Schema.Struct({
  data: OrderBody,
  dry_run: Schema.optionalKey(OrderDryRun),
  ...warnings
}).annotate({ identifier: "OrderResponse" })

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

/** Orders of a store (contract §3). */
export class OrdersGroup extends HttpApiGroup.make("orders").add(
  HttpApiEndpoint.get("list", "/orders", {
    query: OrderQuery,
    success: page(ListedOrder),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("orders_read"))
    .annotate(OpenApi.Summary, "List orders")
    .annotate(
      OpenApi.Description,
      "Newest first. `id` is the order id as text, because JSON readers round large numbers."
    ),
  HttpApiEndpoint.get("export", "/order-export", {
    query: OrderQuery,
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("orders_read"))
    .annotate(OpenApi.Summary, "Export orders")
    .annotate(OpenApi.Description, "A CSV file of the orders that the filters find, sent as it is read."),
  HttpApiEndpoint.get("get", "/orders/:id", {
    params: { id: Schema.String },
    success: single(OrderPage),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("orders_read"))
    .annotate(IdPattern, "[0-9]+")
    .annotate(OpenApi.Summary, "Read an order")
    .annotate(
      OpenApi.Description,
      "With the message that it is attributed to, and the flows that it started or that refused it. Where a JSON reader rounds `order.order_id`, use `id`."
    ),
  HttpApiEndpoint.post("place", "/orders/placed", {
    headers: { "x-service-integration-token": Schema.optionalKey(Schema.String), ...preferHeader },
    payload: OrderInput,
    success: [
      preferred(exact(OrderResponse, "OrderResponse")),
      preferred(exact(OrderCreated, "OrderCreated").pipe(HttpApiSchema.status(201)))
    ],
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("orders_write"))
    .annotate(PrefetchesOrder, true)
    .annotate(OpenApi.Summary, "Create or update an order")
    .annotate(
      OpenApi.Description,
      "Creates the order with this `order_id` (201) or updates it (200). The contact is found or created and consent is applied; the response comes after everything is committed. Repeating a call is safe. An update is merged with the stored order first: one that sends only a phone keeps the order's e-mail and its contact. The order fills an empty name and phone of its contact. A consent that the person withdrew is given back only by an order placed after that; sending the same order again does not give it twice. `Prefer: dry-run` validates and decides, writes nothing, and returns 200 with `Preference-Applied: dry-run`, the order as it would be stored, and all other effects under `dry_run`. `Prefer: handling=lenient` leaves out invalid members instead of rejecting the call and lists them under `warnings`; fields that identify or price the order, consents and `initial_sync` are never left out, nor are both `email` and `phone`."
    )
) {}
