/** A webhook as a store's platform sends it. */
export interface PlatformWebhook {
  readonly topic: string
  readonly body: Record<string, unknown>
}

export type Members = Record<string, unknown>

/** The day of every webhook: three days ago, so that orders are recent. */
export const storeDay = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)

export const hour = (at: number, offset = "-05:00") => `${storeDay}T${String(at).padStart(2, "0")}:00:00${offset}`

/** An order of Shopify; `at` is the hour of its last change. */
export const shopifyOrder = (at: number, members: Members = {}): Members => ({
  id: 820982911946154,
  admin_graphql_api_id: "gid://shopify/Order/820982911946154508",
  name: "#1001",
  order_number: 1001,
  email: "ada@example.com",
  contact_email: "ada@example.com",
  phone: null,
  test: false,
  buyer_accepts_marketing: true,
  cancelled_at: null,
  created_at: hour(1),
  processed_at: hour(1),
  updated_at: hour(at),
  currency: "USD",
  subtotal_price: "388.00",
  total_price: "398.50",
  financial_status: "pending",
  fulfillment_status: null,
  note: "Leave at the door",
  gateway: "shopify_payments",
  discount_codes: [{ code: "TEN", amount: "10.00", type: "fixed_amount" }],
  tax_lines: [{ title: "VAT", price: "10.50", rate: 0.05 }],
  customer: {
    id: 1153106273147239,
    admin_graphql_api_id: "gid://shopify/Customer/115310627314723954",
    email: "ada@example.com",
    first_name: "Ada",
    last_name: "Byron",
    phone: null,
    sms_marketing_consent: null
  },
  line_items: [
    {
      id: 1,
      product_id: 632910392,
      variant_id: 808950810,
      sku: "TEA-1",
      title: "Tea",
      quantity: 2,
      price: "199.00",
      gift_card: false
    },
    {
      id: 2,
      product_id: null,
      variant_id: null,
      sku: null,
      title: "Gift card",
      quantity: 1,
      price: "0.00",
      gift_card: true
    }
  ],
  shipping_address: {
    first_name: "Ada",
    last_name: "Byron",
    address1: "1 Tea Street",
    city: "Springfield",
    province_code: "IL",
    country_code: "US",
    zip: "62701",
    phone: "(217) 555-0123"
  },
  billing_address: null,
  fulfillments: [],
  refunds: [],
  ...members
})

/** A fulfilment of the order above. */
export const shopifyFulfillment = (id: number, at: number, members: Members = {}): Members => ({
  id,
  order_id: 820982911946154,
  admin_graphql_api_id: `gid://shopify/Fulfillment/${id}`,
  status: "success",
  shipment_status: null,
  tracking_company: "UPS",
  created_at: hour(2),
  updated_at: hour(at),
  ...members
})

export const shopifyRefund = (id: number, at: number, amount: string): Members => ({
  id,
  order_id: 820982911946154,
  created_at: hour(at),
  transactions: [
    { id: 1, kind: "refund", status: "success", amount },
    { id: 2, kind: "sale", status: "success", amount: "398.50" }
  ]
})

/** The text of a Shopify webhook, with `order_id` to the digit. */
export const webhookText = (body: Members): string =>
  JSON.stringify(body).replace(/"order_id":\d+/, `"order_id":820982911946154508`)

/** Two parcels, paid, delivered, then one part refunded: each webhook of this history in the order in which things happened. */
export const shopifyHistory: ReadonlyArray<PlatformWebhook> = [
  { topic: "orders/create", body: shopifyOrder(1) },
  { topic: "orders/paid", body: shopifyOrder(1, { financial_status: "paid" }) },
  { topic: "fulfillments/create", body: shopifyFulfillment(11, 2, { shipment_status: "label_printed" }) },
  {
    topic: "orders/partially_fulfilled",
    body: shopifyOrder(2, {
      financial_status: "paid",
      fulfillment_status: "partial",
      fulfillments: [shopifyFulfillment(11, 2, { shipment_status: "label_printed" })]
    })
  },
  { topic: "fulfillments/create", body: shopifyFulfillment(12, 3, { shipment_status: "confirmed" }) },
  { topic: "fulfillments/update", body: shopifyFulfillment(11, 4, { shipment_status: "delivered" }) },
  {
    topic: "orders/fulfilled",
    body: shopifyOrder(4, {
      financial_status: "paid",
      fulfillment_status: "fulfilled",
      fulfillments: [
        shopifyFulfillment(11, 4, { shipment_status: "delivered" }),
        shopifyFulfillment(12, 3, { shipment_status: "confirmed" })
      ]
    })
  },
  { topic: "fulfillments/update", body: shopifyFulfillment(12, 5, { shipment_status: "in_transit" }) },
  { topic: "fulfillments/update", body: shopifyFulfillment(12, 6, { shipment_status: "delivered" }) },
  { topic: "refunds/create", body: shopifyRefund(21, 7, "100.00") },
  {
    topic: "orders/updated",
    body: shopifyOrder(8, {
      financial_status: "partially_refunded",
      fulfillment_status: "fulfilled",
      note: "Edited after delivery",
      shipping_address: { first_name: "Ada", last_name: "King", address1: "2 Tea Street", country_code: "US" }
    })
  }
]

export const customer = (at: number, members: Members = {}): Members => ({
  id: 7064055069303700,
  admin_graphql_api_id: "gid://shopify/Customer/706405506930370084",
  email: "ada@example.com",
  phone: null,
  first_name: "Ada",
  last_name: "Byron",
  created_at: hour(1),
  updated_at: hour(at),
  verified_email: true,
  email_marketing_consent: { state: "subscribed", opt_in_level: "single_opt_in", consent_updated_at: hour(1) },
  sms_marketing_consent: null,
  ...members
})
