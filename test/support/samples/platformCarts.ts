import { hour, type Members } from "./shopifyWebhooks.ts"

const items = [
  {
    id: 70491220518828,
    properties: null,
    quantity: 3,
    variant_id: 70491220518828,
    price: "19.99",
    line_price: "59.97",
    product_id: 78803211967429,
    sku: "SHIRT-S",
    title: "T-Shirt - Small",
    line_price_set: { shop_money: { amount: "59.97", currency_code: "USD" } }
  }
]

/** A cart of Shopify as `carts/update` has it; `at` is the hour of its last change. */
export const shopifyCartBody = (at: number, members: Members = {}): Members => ({
  id: "eeafa272cebfd4b22385bc4b645e762c",
  token: "eeafa272cebfd4b22385bc4b645e762c",
  line_items: items,
  note: null,
  updated_at: hour(at),
  created_at: hour(1),
  ...members
})

/** Its checkout as `checkouts/update` has it. */
export const shopifyCheckoutBody = (at: number, members: Members = {}): Members => ({
  token: "123123123",
  cart_token: "eeafa272cebfd4b22385bc4b645e762c",
  email: "ada@example.com",
  phone: null,
  created_at: hour(1),
  updated_at: hour(at),
  completed_at: null,
  currency: "USD",
  presentment_currency: "USD",
  total_price: "65.97",
  line_items: items.map((item) => ({ ...item, line_price_set: undefined })),
  abandoned_checkout_url: "https://tea.example/548380009/checkouts/123123123/recover?key=example-secret-token",
  customer: { id: 603851970716743, email: "ada@example.com", phone: null },
  ...members
})

/** A cart of BigCommerce's API; `at` is the hour of its last change. */
export const bigCartBody = (at: number, members: Members = {}): Members => ({
  id: "09346904-4175-44fd-be53-f7e598531b6c",
  customer_id: 11,
  email: "ada@example.com",
  currency: { code: "USD" },
  base_amount: 60,
  cart_amount: 55.5,
  line_items: {
    physical_items: [
      {
        id: "a",
        product_id: 77,
        variant_id: 70,
        sku: "TEA",
        name: "Tea",
        quantity: 2,
        list_price: 25,
        sale_price: 22.75
      }
    ],
    digital_items: [],
    gift_certificates: [{ id: "b", name: "Gift", amount: 10 }],
    custom_items: []
  },
  created_time: hour(1, "Z"),
  updated_time: hour(at, "Z"),
  ...members
})

/** What BigCommerce sends about a cart. `created_at` is in seconds. */
export const bigCartWebhook = (
  data: Members = {},
  created_at = Math.floor(Date.parse(hour(5, "Z")) / 1_000)
): Members => ({
  created_at,
  store_id: "1025646",
  producer: "stores/abc123",
  hash: "352e4afc6dd3fc85ea26bfdf3f91852604d57528",
  data: { type: "cart", id: "09346904-4175-44fd-be53-f7e598531b6c", ...data }
})
