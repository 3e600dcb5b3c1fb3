import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { EmailConsent, SmsConsent } from "../domain/contacts/Consent.ts"
import { Decimal, Int } from "../domain/values/Decimal.ts"
import { Address, Discounts, LineItems, TaxLines } from "../domain/json/FreeForm.ts"
import { FinancialStatus, FulfillmentStatus, ShipmentStatus } from "../domain/orders/Order.ts"
import { OrderInput } from "../domain/orders/OrderInput.ts"
import { OrderId } from "../domain/orders/OrderId.ts"
import { StartRefusal } from "../domain/reasons.ts"
import { Timestamp } from "../domain/values/Time.ts"
import { Authorization, PrefetchesOrder, RequiredScope } from "./Authorization.ts"
import { dryRun } from "./DryRun.ts"
import { BodyErrors, UnavailableBody } from "./Errors.ts"
import { exact } from "./Exact.ts"
import { preferHeader, preferred, warnings } from "./Preferences.ts"

/** An order as answered (specification §2.2). Empty values are left out. */
export const OrderBody = Schema.Struct({
  order_id: OrderId,
  source: Schema.Literal("api"),
  email: Schema.optionalKey(Schema.String),
  phone: Schema.optionalKey(Schema.String),
  total_amount: Schema.String,
  currency_code: Schema.String,
  placed_at: Timestamp,
  financial_status: Schema.optionalKey(FinancialStatus),
  fulfillment_status: Schema.optionalKey(FulfillmentStatus),
  shipment_status: Schema.optionalKey(ShipmentStatus),
  customer_id: Schema.optionalKey(Schema.String),
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

/** What an order call would do: the contact and figures as they would be after it, and what would start flows. */
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
      trigger: OrderTrigger,
      flow_id: Schema.String,
      name: Schema.String,
      starts: Schema.Boolean,
      reason: Schema.NullOr(StartRefusal)
    })
  )
}).annotate({ identifier: "OrderDryRun" })

/** The answer to a call that creates an order. */
export const OrderCreated = Schema.Struct({ data: OrderBody, ...warnings }).annotate({ identifier: "OrderCreated" })

/** The answer to a call about an order that was known, or that would be placed. */
export const OrderAnswer = Schema.Struct({
  data: OrderBody,
  dry_run: Schema.optionalKey(OrderDryRun),
  ...warnings
}).annotate({ identifier: "OrderAnswer" })

export class OrdersGroup extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.post("place", "/orders/placed", {
      headers: { "x-service-integration-token": Schema.optionalKey(Schema.String), ...preferHeader },
      payload: OrderInput,
      success: [
        preferred(exact(OrderAnswer, "OrderAnswer")),
        preferred(exact(OrderCreated, "OrderCreated").pipe(HttpApiSchema.status(201)))
      ],
      error: [...BodyErrors, UnavailableBody]
    })
      .annotate(RequiredScope, "orders_write")
      .annotate(PrefetchesOrder, true)
      .annotate(OpenApi.Summary, "Create or update an order")
      .annotate(
        OpenApi.Description,
        "Upserts an order by `order_id`: 201 when it is new, 200 when it was known. Its contact is found or created, consent is applied, and the answer comes after all of it is stored. Repeating a call is always safe. An update is judged on the stored order with the call laid over it: one that sends a phone alone stays with the order's e-mail. An order fills the name and the phone that its contact lacks. A consent that the person took back is lifted only by an order placed after that; the same order sent again gives its yes once. `Prefer: dry-run` checks and decides everything, writes nothing, and answers 200 with `Preference-Applied: dry-run`, the order as it would be, and under `dry_run` what else would happen. `Prefer: handling=lenient` leaves out members that can't be read instead of refusing the call, and names them under `warnings`; what identifies or prices the order, consents and `initial_sync` are never left out, nor both `email` and `phone`."
      )
  )
  .middleware(Authorization) {}
