import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Decimal, Int } from "../domain/Decimal.ts"
import { Address, Discounts, LineItems, TaxLines } from "../domain/FreeForm.ts"
import { FinancialStatus, FulfillmentStatus, ShipmentStatus } from "../domain/Order.ts"
import { OrderInput } from "../domain/OrderInput.ts"
import { OrderId } from "../domain/OrderId.ts"
import { Timestamp } from "../domain/Time.ts"
import { Authorization, RequiredScope } from "./Authorization.ts"
import { BodyErrors, UnavailableBody } from "./Errors.ts"

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

const Answer = Schema.Struct({ data: OrderBody })

export class OrdersGroup extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.post("place", "/orders/placed", {
      headers: { "x-service-integration-token": Schema.optionalKey(Schema.String) },
      payload: OrderInput,
      success: [Answer, Answer.pipe(HttpApiSchema.status(201))],
      error: [...BodyErrors, UnavailableBody]
    })
      .annotate(RequiredScope, "orders_write")
      .annotate(OpenApi.Summary, "Create or update an order")
      .annotate(
        OpenApi.Description,
        "Upserts an order by `order_id`: 201 when it is new, 200 when it was known. Its contact is found or created, consent is applied, and the answer comes after all of it is stored. Repeating a call is always safe."
      )
  )
  .middleware(Authorization) {}
