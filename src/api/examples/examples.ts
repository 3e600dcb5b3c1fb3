import { campaignExamples } from "./campaignExamples.ts"
import { couponExamples } from "./couponExamples.ts"
import { topicExamples } from "./topicExamples.ts"
import { flowExamples } from "./flowExamples.ts"
import { changeExamples } from "./changeExamples.ts"
import { formExamples } from "./formExamples.ts"
import { mediaExamples } from "./mediaExamples.ts"
import { templateExamples } from "./templateExamples.ts"
import { valueExamples } from "./valueExamples.ts"
import { readExamples } from "./readExamples.ts"
import { segmentExamples } from "./segmentExamples.ts"
import { sendingExamples } from "./sendingExamples.ts"

/** The request and the responses that the API reference shows for an operation. */
export interface Example {
  readonly request?: unknown
  /** By status. */
  readonly responses: Readonly<Record<number, unknown>>
}

const order = {
  order_id: 536365,
  source: "api",
  email: "ada@example.com",
  phone: "+12025550123",
  total_amount: "139.12",
  currency_code: "GBP",
  placed_at: "2026-05-04T09:30:00Z",
  financial_status: "paid",
  shipment_status: "delivered",
  line_items: [{ sku: "85123A", title: "White hanging heart t-light holder", quantity: 6, price: 2.55 }],
  shipping_address: { first_name: "Ada", last_name: "Lovelace", country_code: "GB" },
  accepts_email_marketing: true,
  integration: { store_name: "Shop", store_url: "https://shop.example" },
  created_at: "2026-05-04T09:30:01.250Z",
  updated_at: "2026-05-04T09:30:01.250Z"
}

const account = {
  id: "acc_01kqs2v6fzj4m8x0c3t9r7w5yb",
  name: "Shop",
  default_country: "GB",
  timezone: "Europe/London",
  created_at: "2026-01-01T00:00:00Z",
  subaccounts: [{ id: "acc_01kqs2v6g2p5n7y1d4v0s8x6zc", name: "Outlet", created_at: "2026-02-01T00:00:00Z" }]
}

const contact = {
  id: "con_01kqs2v6h3q6r8z2e5w1t9y7ad",
  email: "ada@example.com",
  phone: "+12025550123",
  first_name: "Ada",
  last_name: "Lovelace",
  email_consent: "subscribed",
  sms_consent: "never_subscribed",
  tags: ["vip"],
  custom_fields: { size: "M" },
  order_count: 1,
  first_order_at: "2026-05-04T09:30:00Z",
  last_order_at: "2026-05-04T09:30:00Z",
  created_at: "2026-05-04T09:30:01.250Z",
  updated_at: "2026-05-04T09:30:01.250Z"
}

const contactsCsv = "id,email,phone\r\ncon_01kqs2v6h3q6r8z2e5w1t9y7ad,ada@example.com,+12025550123\r\n"

const emailConflict = {
  error: {
    code: "conflict",
    message: "There is a contact with this e-mail address",
    details: [{ field: "email", message: "Belongs to another contact" }]
  },
  id: contact.id
}

const ledgerEntry = {
  channel: "email",
  from: "never_subscribed",
  to: "subscribed",
  refused: false,
  cause: "api",
  rule: "A write by the API",
  source_id: contact.id,
  actor: "tok_01kqs2v6j4r7s9a3f6x2v0z8be",
  effective_at: "2026-05-04T09:30:00Z",
  recorded_at: "2026-05-04T09:30:01.250Z"
}

/** Example requests and responses, by operation. */
export const examples: Readonly<Record<string, Example>> = {
  "orders.place": {
    request: {
      order_id: 536365,
      email: "ada@example.com",
      phone: "(202) 555-0123",
      total: 139.12,
      currency: "GBP",
      order_date: "2026-05-04T09:30:00Z",
      financial_status: "paid",
      shipment_status: "delivered",
      accepts_email_marketing: true,
      line_items: order.line_items,
      shipping_address: order.shipping_address
    },
    responses: { 200: { data: order }, 201: { data: order } }
  },
  "account.get": { responses: { 200: { data: account } } },
  "contacts.list": {
    responses: {
      200: {
        data: [contact],
        pagination: { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null }
      }
    }
  },
  "contacts.timeline": {
    responses: {
      200: {
        data: [
          {
            id: "event|evt_01kqs2v6k5s8t0b4g7y3w1a9cf",
            at: "2026-05-04T09:30:00Z",
            happening: { type: "event", event_id: "evt_01kqs2v6k5s8t0b4g7y3w1a9cf", event_type: "wishlist_added" }
          }
        ],
        next_cursor: null
      }
    }
  },
  "contacts.spending": {
    responses: {
      200: { data: [{ currency_code: "GBP", orders: 2, total_amount: "278.24", average_amount: "139.12" }] }
    }
  },
  "manyContacts.change": {
    request: { action: "add_tag", tag: "vip", filter: { email_consent: "subscribed" } },
    responses: { 200: { data: { processed: 200, changed: 180, next: contact.id } } }
  },
  "manyContacts.export": { responses: { 200: contactsCsv } },
  "contacts.get": { responses: { 200: { data: contact } } },
  "contacts.create": {
    request: { email: "ada@example.com", first_name: "Ada", email_consent: "subscribed", tags: ["vip"] },
    responses: {
      200: {
        data: contact,
        dry_run: {
          summary: ["A contact would be created, with another id."],
          action: "created",
          consent: [],
          welcome_sms: false
        }
      },
      201: { data: contact },
      409: emailConflict
    }
  },
  "contacts.update": {
    request: { email_consent: "unsubscribed", custom_fields: { size: "M" } },
    responses: { 200: { data: { ...contact, email_consent: "unsubscribed" } }, 409: emailConflict }
  },
  "contacts.merge": {
    request: { from: "con_01kqs2v6n8w1y3e7k0c6a4e2fk" },
    responses: { 200: { data: contact } }
  },
  "contacts.remove": { responses: { 200: { data: contact } } },
  "contacts.unsubscribe": { responses: { 200: { data: { ...contact, email_consent: "unsubscribed" } } } },
  "contacts.dataPage": {
    responses: { 200: "<!doctype html><title>What Tea & Co keeps about ada@example.com</title>" }
  },
  "contacts.export": {
    responses: {
      200: {
        data: {
          contacts: [{ contact_id: contact.id, email: "ada@example.com", first_name: "Ada" }],
          orders: [{ order_id: 536365, contact_id: contact.id, email: "ada@example.com", total: 139.12 }]
        },
        truncated: []
      }
    }
  },
  "contacts.consent": {
    responses: {
      200: {
        data: {
          email: { state: "subscribed", since: "2026-05-04T09:30:00Z" },
          sms: { state: "never_subscribed", since: null },
          paused_until: null,
          left_topics: [{ topic: "sales", since: "2026-06-01T08:00:00Z" }],
          history: [ledgerEntry]
        }
      }
    }
  },
  ...segmentExamples(contact, contactsCsv),
  ...campaignExamples(contact),
  ...couponExamples,
  ...topicExamples,
  ...mediaExamples,
  ...valueExamples,
  ...templateExamples,
  ...readExamples(order),
  ...flowExamples,
  ...formExamples,
  ...changeExamples,
  ...sendingExamples(contact),
  "events.ingest": {
    request: {
      event_type: "wishlist_added",
      email: "ada@example.com",
      event_time: "2026-05-04T09:30:00Z",
      event_data: { sku: "85123A" },
      idempotency_key: "wishlist-42"
    },
    responses: { 200: { data: { event_id: "evt_01kqs2v6k5s8t0b4g7y3w1a9cf", status: "accepted" } } }
  },
  "oauth.token": {
    request: {
      grant_type: "client_credentials",
      client_id: "app_01kqs2v6m7v0x2d6j9b5z3d1ej",
      client_secret: "…",
      scope: "orders_write"
    },
    responses: {
      200: {
        access_token: "access_…",
        token_type: "Bearer",
        expires_in: 7200,
        scope: "orders_write",
        created_at: 1777887001
      }
    }
  },
  live: { responses: { 200: { status: "ok" } } },
  ready: { responses: { 200: { status: "ok" } } }
}
