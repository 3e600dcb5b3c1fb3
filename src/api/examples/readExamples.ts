import type { Example } from "./examples.ts"

const at = "2026-05-04T09:30:00Z"

const event = {
  id: "evt_01kqs2v6k5s8t0b4g7y3w1a9cf",
  event_type: "wishlist_added",
  contact_id: "con_01kqs2v6h3q6r8z2e5w1t9y7ad",
  contact: "ada@example.com",
  event_time: at,
  received_at: at,
  event_data: '{"sku":"85123A"}',
  idempotency_key: "wishlist-42"
}

const { line_items, ...cartMembers } = {
  id: "c-58f1a2",
  source: "api",
  status: "open",
  stage: "checkout",
  contact_id: event.contact_id,
  visitor_id: null,
  currency: "GBP",
  total_amount: "15.30",
  line_items: [{ sku: "85123A", title: "White hanging heart t-light holder", quantity: 6, price: 2.55 }],
  url: "https://shop.example/cart/c-58f1a2",
  order_id: null,
  updated_at: at,
  created_at: at
}
const cart = { ...cartMembers, line_items }
const listedCart = { ...cartMembers, contact: "ada@example.com", item_count: 1 }

const variant = {
  id: "85123A-W",
  sku: "85123A",
  title: "White",
  price: 2.55,
  compare_at_price: null,
  currency: "GBP",
  stock: 12,
  image_url: null
}

const productMembers = {
  id: "85123A",
  source: "api",
  title: "White hanging heart t-light holder",
  url: "https://shop.example/products/t-light-holder",
  image_url: "https://shop.example/images/t-light-holder.jpg",
  vendor: "Hearts & Lights",
  product_type: "Candles",
  published: true,
  in_stock: true,
  updated_at: at,
  created_at: at
}
const product = { ...productMembers, removed: false, description: null, tags: ["gift"], variants: [variant] }
const listedProduct = {
  ...productMembers,
  variant_count: 1,
  currency: "GBP",
  price_from: "2.55",
  price_to: "2.55",
  stock: 12
}
const productInput = {
  title: product.title,
  url: product.url,
  image_url: product.image_url,
  vendor: product.vendor,
  product_type: product.product_type,
  tags: product.tags,
  variants: [variant],
  updated_at: at
}

const outcome = {
  flow_id: "flo_01kqs2v6q1y3z5g9n2e8c6g4hn",
  flow_name: "Thanks",
  cause: "order_placed",
  refused: null,
  run: {
    id: "run_01kqs2v6r2z4a6h0p3f9d7h5jp",
    version: 1,
    status: "waiting",
    reason: null,
    current_step: "s1",
    started_at: at,
    messages: []
  }
}

const note = {
  id: "not_01kqs2v6s3a5b7j1q4g0e8j6kq",
  note: "Prefers green tea.",
  author: "kim@shop.example",
  created_at: at
}

const pagination = { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null }

/** The examples of the reads of orders, carts and events, and of notes; `order` is an example of an order. */
export const readExamples = (
  order: Readonly<Record<string, unknown>> & { readonly order_id: number }
): Readonly<Record<string, Example>> => {
  const id = String(order.order_id)
  const listed = {
    id,
    name: "#1001",
    contact_id: event.contact_id,
    email: "ada@example.com",
    phone: "+12025550123",
    total_amount: "139.12",
    currency_code: "GBP",
    placed_at: at,
    financial_status: "paid",
    fulfillment_status: null,
    shipment_status: "delivered",
    store_name: "Shop"
  }
  const { name, contact_id } = listed
  return {
    "orders.list": { responses: { 200: { data: [listed], pagination } } },
    "orders.export": { responses: { 200: "order_id,email,total\r\n536365,ada@example.com,139.12\r\n" } },
    "orders.get": {
      responses: {
        200: { data: { id, name, contact_id, deliveries: 1, attribution: null, flows: [outcome], order } }
      }
    },
    "carts.list": { responses: { 200: { data: [listedCart], pagination } } },
    "carts.get": { responses: { 200: { data: cart } } },
    "carts.put": {
      request: {
        email: "ada@example.com",
        stage: "checkout",
        currency: "GBP",
        total: 15.3,
        line_items: cart.line_items,
        url: cart.url,
        updated_at: at
      },
      responses: { 200: { data: cart }, 201: { data: cart } }
    },
    "carts.remove": { responses: { 200: { data: cart } } },
    "products.list": { responses: { 200: { data: [listedProduct], pagination } } },
    "products.get": { responses: { 200: { data: product } } },
    "products.put": { request: productInput, responses: { 200: { data: product }, 201: { data: product } } },
    "products.batch": {
      request: {
        products: [
          { id: product.id, ...productInput },
          { id: "85124B", title: "" }
        ]
      },
      responses: {
        200: {
          data: [
            { id: product.id, status: "created", details: [] },
            { id: "85124B", status: "failed", details: [{ field: "title", message: "Must not be empty" }] }
          ]
        }
      }
    },
    "products.remove": { responses: { 200: { data: product } } },
    "events.list": { responses: { 200: { data: [event], pagination } } },
    "events.get": { responses: { 200: { data: { event, flows: [], unstarted: "no_active_flow" } } } },
    "notes.list": { responses: { 200: { data: [note] } } },
    "notes.add": { request: { note: note.note }, responses: { 201: { data: note } } },
    "notes.remove": { responses: { 200: { data: note } } }
  }
}
