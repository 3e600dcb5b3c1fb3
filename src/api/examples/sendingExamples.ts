import type { Example } from "./examples.ts"

const at = "2026-05-04T09:30:00Z"
const contact_id = "con_01kqs2v6h3q6r8z2e5w1t9y7ad"
const flow_id = "flo_01kqs2v6q1y3z5g9n2e8c6g4hn"
const run_id = "run_01kqs2v6r2z4a6h0p3f9d7h5jp"
const revenue = { currency: "GBP", orders: 1, amount: "139.12" }

const message = {
  id: "msg_01kqs2v6w6d8e0n4t7k3h1n9pt",
  contact_id,
  contact: "ada@example.com",
  channel: "email",
  purpose: "flow",
  class: "marketing",
  status: "sent",
  reason: null,
  flow_id,
  flow_name: "Thanks",
  campaign_id: null,
  campaign_name: null,
  run_id,
  step_id: "s2",
  recipient: "ada@example.com",
  subject: "Thank you",
  body: "<p>Thank you, Ada.</p>",
  attempts: 1,
  due_at: at,
  sent_at: at,
  clicked_at: null,
  products: [],
  created_at: at,
  revenue: [revenue]
}

const delivery = {
  id: "del_01kqs2v6x7e9f1p5v8m4j2p0qv",
  contact_id,
  flow_id,
  run_id,
  step_id: "s3",
  url: "https://shop.example/hook",
  status: "failed",
  attempts: 1,
  due_at: at,
  created_at: at,
  tries: [{ status: 500, reason: null, attempted_at: at }]
}

const dkim = { type: "TXT", name: "tally-aaf010a0._domainkey.shop.example", value: "v=DKIM1; k=rsa; p=…" }

const trackingDomain = {
  domain: "links.shop.example",
  status: "working",
  message: null,
  record: { type: "CNAME", name: "links.shop.example", value: "tally.example" },
  checked_at: at
}

const sender = {
  from_name: "Tea",
  from_email: "tea@shop.example",
  reply_to: null,
  postal_address: "1 High Street, York",
  logo_url: null,
  color: null,
  link_parameters: null,
  smtp_host: "smtp.example",
  smtp_server: { port: 587, security: "starttls", user: "tea" },
  shared_address: false,
  sending: { status: "sending", from: "tea@shop.example", server: "own" },
  missing: [],
  domain_proof: null,
  dkim: { record: dkim, seen_at: at },
  last_check: null,
  tracking_domain: trackingDomain,
  sms_part_price: { amount: 0.0725, currency: "EUR" }
}

const furtherSender = {
  id: "snd_01jx2k3m4n5p6q7r8s9t0v1w2x",
  from_name: "Tea for offices",
  from_email: "offices@shop.example",
  reply_to: null,
  sending: { status: "sending", from: "offices@shop.example", server: "own" },
  missing: [],
  domain_proof: null,
  dkim: { record: dkim, seen_at: at },
  last_check: null,
  created_at: at,
  updated_at: at
}

const found = { status: "ok", message: "The record is in place.", record: null, found: [] }

const limits = { messages_per_hour: 500, warm_up: { start: 50, growth: 50 }, frequency_cap: 2, holdout_percent: 0 }
const shownLimits = {
  ...limits,
  holdout_since: null,
  warm_up_started_at: at,
  emails_per_hour: 50,
  emails_left: 50,
  texts_left: 500
}

const counts = { days: [3], previous: [2] }
const amounts = { days: ["139.12"], previous: ["59.90"] }
const activity = {
  timezone: "Europe/London",
  days: ["2026-05-04"],
  previous_days: ["2026-05-03"],
  sales: [{ currency: "GBP", orders: counts, revenue: amounts, attributed: amounts }],
  subscribers: counts,
  flow_starts: counts,
  sent: counts,
  captured: counts,
  delivered: counts,
  clicked: counts,
  bounced: counts,
  complained: counts,
  sums: {
    audience: 4,
    waiting: 0,
    held: 0,
    sent: 3,
    captured: 0,
    skipped: 1,
    failed: 0,
    cancelled: 0,
    skipped_by: [{ reason: "frequency_cap", count: 1 }]
  },
  attention: [],
  flows: []
}

const pagination = { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null }

const why = {
  trigger: { type: "order_received" },
  flow_version: 1,
  started_at: "2026-05-04T09:30:01.250Z",
  order_id: 536365,
  event_id: null,
  cart_id: null,
  product_id: null,
  conditions: [[{ condition: { field: "order.total", op: "gte", value: 50 }, known: true, value: "139.12" }]],
  topic: null,
  consent: {
    required: true,
    at,
    state: "subscribed",
    entry: {
      channel: "email",
      from: "never_subscribed",
      to: "subscribed",
      refused: false,
      cause: "order",
      rule: "An order placed within the last six months with accepts_email_marketing subscribes the contact",
      source_id: "536365",
      actor: "tok_01kqs2v6g2p5q7y1d4v0s8x6zb",
      effective_at: "2026-05-04T09:30:00Z",
      recorded_at: "2026-05-04T09:30:01.250Z"
    }
  }
}

const site = {
  origins: ["https://shop.example"],
  consent_elsewhere: false,
  snippet: '<script async src="https://tally.example/site.js" data-key="WyJhY2MiXQ.c2ln"></script>',
  heard_at: "2026-05-06T08:30:00Z",
  heard_origin: "https://shop.example",
  refused_at: null,
  refused_origin: null,
  last_week: { visitors: 340, views: 1_210, carts: 42 }
}

/** The examples of the endpoints of messages, webhooks, senders and reports; `contact` is an example of a contact. */
export const sendingExamples = (contact: object): Readonly<Record<string, Example>> => ({
  "messages.list": { responses: { 200: { data: [message], pagination } } },
  "messages.export": { responses: { 200: "id,contact,channel,status\r\n" } },
  "messages.get": {
    responses: { 200: { data: { ...message, timeline: [{ kind: "sent", at, by: null, detail: null }], why } } }
  },
  "messages.revenue": { responses: { 200: { data: [{ flow_id, ...revenue }] } } },
  "messages.deliveries": { responses: { 200: { data: [delivery], pagination } } },
  "messages.redeliver": { responses: { 200: { data: { id: delivery.id } } } },
  "messages.suppress": {
    request: { reason: "Asked by letter" },
    responses: { 200: { data: { ...contact, email_consent: "compliance_suppressed" } } }
  },
  "messages.lift": { request: { reason: "A mistake" }, responses: { 200: { data: contact } } },
  "sender.get": { responses: { 200: { data: sender } } },
  "sender.change": {
    request: { from_name: sender.from_name, from_email: sender.from_email, postal_address: sender.postal_address },
    responses: { 200: { data: sender } }
  },
  "sender.check": {
    responses: { 200: { data: { domain: "shop.example", proof: found, spf: found, dkim: found, dmarc: found } } }
  },
  "sender.checkTracking": { responses: { 200: { data: trackingDomain } } },
  "sender.createKey": { responses: { 200: { data: sender } } },
  "sender.removeKey": { responses: { 200: { data: { ...sender, dkim: null } } } },
  "sender.test": { request: { to: "kim@shop.example" }, responses: { 200: { data: { status: "sent" } } } },
  "senders.list": { responses: { 200: { data: [furtherSender] } } },
  "senders.create": {
    request: { from_name: furtherSender.from_name, from_email: furtherSender.from_email },
    responses: { 201: { data: furtherSender } }
  },
  "senders.get": { responses: { 200: { data: furtherSender } } },
  "senders.change": { request: { from_name: furtherSender.from_name }, responses: { 200: { data: furtherSender } } },
  "senders.remove": { responses: { 200: { data: furtherSender } } },
  "senders.check": {
    responses: { 200: { data: { domain: "shop.example", proof: found, spf: found, dkim: found, dmarc: found } } }
  },
  "senders.createKey": { responses: { 200: { data: furtherSender } } },
  "senders.removeKey": { responses: { 200: { data: { ...furtherSender, dkim: null } } } },
  "senders.test": { request: { to: "kim@shop.example" }, responses: { 200: { data: { status: "sent" } } } },
  "sendingLimits.get": { responses: { 200: { data: shownLimits } } },
  "sendingLimits.set": { request: limits, responses: { 200: { data: shownLimits } } },
  "site.get": { responses: { 200: { data: site } } },
  "site.set": {
    request: { origins: site.origins, consent_elsewhere: false },
    responses: { 200: { data: site } }
  },
  "activity.lift": { responses: { 200: { data: null } } },
  "activity.get": { responses: { 200: { data: activity } } },
  "activity.budget": {
    responses: { 200: { data: { minute: { limit: 60, used: 4 }, day: { limit: 10_000, used: 120 } } } }
  }
})
