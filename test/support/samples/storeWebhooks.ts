import { hour, type Members, type PlatformWebhook } from "./shopifyWebhooks.ts"

/** An order of WooCommerce; `at` is the hour of its last change. */
export const wooOrder = (at: number, members: Members = {}): Members => ({
  id: 727,
  number: "W-727",
  status: "pending",
  currency: "EUR",
  date_created: hour(1, ""),
  date_created_gmt: hour(1, ""),
  date_modified_gmt: hour(at, ""),
  date_paid_gmt: null,
  total: "29.35",
  customer_id: 0,
  customer_note: "",
  billing: {
    first_name: "Ada",
    last_name: "Byron",
    company: "",
    address_1: "1 Tea Street",
    address_2: "",
    city: "Berlin",
    state: "",
    postcode: "10115",
    country: "DE",
    email: "ada@example.com",
    phone: ""
  },
  shipping: { first_name: "", last_name: "", address_1: "", city: "", country: "" },
  line_items: [
    {
      id: 315,
      name: "Tea &amp; Cup",
      product_id: 93,
      variation_id: 0,
      quantity: 2,
      sku: "TEA",
      price: 6.5,
      total: "13.00"
    },
    {
      id: 316,
      name: "Fabric, metres",
      product_id: 94,
      variation_id: 7,
      quantity: 1.5,
      sku: "",
      price: 3.3333333333,
      total: "5.00"
    }
  ],
  tax_lines: [{ label: "MwSt.", tax_total: "4.69" }],
  coupon_lines: [{ code: "ten", discount: "1.00" }],
  refunds: [],
  ...members
})

export const wooHistory: ReadonlyArray<PlatformWebhook> = [
  { topic: "order.created", body: wooOrder(1) },
  { topic: "order.updated", body: wooOrder(2, { status: "processing", date_paid_gmt: hour(2, "") }) },
  { topic: "order.updated", body: wooOrder(3, { status: "shipped", date_paid_gmt: hour(2, "") }) },
  { topic: "order.updated", body: wooOrder(4, { status: "wrapped-as-gift", date_paid_gmt: hour(2, "") }) },
  { topic: "order.updated", body: wooOrder(5, { status: "delivered", date_paid_gmt: hour(2, "") }) },
  {
    topic: "order.updated",
    body: wooOrder(6, { status: "completed", date_paid_gmt: hour(2, ""), refunds: [{ id: 728, total: "-9.35" }] })
  }
]

const mailTime = (at: number) => new Date(`${hour(at, "Z")}`).toUTCString().replace("GMT", "+0000")

/** An order of BigCommerce with its products; `at` is the hour of its last change. */
export const bigOrder = (at: number, members: Members = {}): Members => ({
  id: 250,
  customer_id: 11,
  date_created: mailTime(1),
  date_modified: mailTime(at),
  status_id: 7,
  status: "Awaiting Payment",
  payment_status: "",
  subtotal_ex_tax: "55.0000",
  total_tax: "4.9000",
  total_inc_tax: "59.9000",
  refunded_amount: "0.0000",
  items_total: 1,
  currency_code: "USD",
  is_email_opt_in: true,
  is_deleted: false,
  billing_address: {
    first_name: "Ada",
    last_name: "Byron",
    street_1: "1 Tea Street",
    city: "Austin",
    state: "Texas",
    zip: "78751",
    country: "United States",
    country_iso2: "US",
    phone: "512 555 0123",
    email: "ada@example.com"
  },
  products: [{ id: 1, product_id: 77, variant_id: 70, name: "Tea", sku: "TEA", quantity: 1, base_price: "55.0000" }],
  ...members
})

export const bigHistory: ReadonlyArray<PlatformWebhook> = [
  { topic: "store/order/created", body: bigOrder(1) },
  { topic: "store/order/statusUpdated", body: bigOrder(2, { status_id: 11, payment_status: "captured" }) },
  { topic: "store/shipment/created", body: bigOrder(3, { status_id: 2, payment_status: "captured" }) },
  { topic: "store/order/statusUpdated", body: bigOrder(4, { status_id: 10, payment_status: "captured" }) },
  {
    topic: "store/order/refund/created",
    body: bigOrder(5, { status_id: 14, payment_status: "partially refunded", refunded_amount: "20.0000" })
  }
]
