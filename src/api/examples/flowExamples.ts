import type { Example } from "./examples.ts"

const at = "2026-05-04T09:30:00Z"

const step = { id: "s2", type: "send_email", subject: "Thank you", html: "<p>Thank you, {{ contact.first_name }}.</p>" }

const definition = {
  trigger: { type: "order_received" },
  filters: [[{ field: "order.total", op: "gte", value: 50 }]],
  entry: { type: "after", duration: "30 days" },
  exit: { on_purchase: false },
  steps: [{ id: "s1", type: "delay", duration: "2 days" }, step]
}

const flow = {
  id: "flo_01kqs2v6q1y3z5g9n2e8c6g4hn",
  name: "Thanks",
  status: "active",
  version: 1,
  definition,
  holdout_percent: 10,
  notice: null,
  created_at: at,
  updated_at: at
}

const run = {
  id: "run_01kqs2v6r2z4a6h0p3f9d7h5jp",
  contact_id: "con_01kqs2v6h3q6r8z2e5w1t9y7ad",
  contact: "ada@example.com",
  cause: { type: "order_received", order_id: 536365, event_id: null },
  version: 1,
  status: "waiting",
  reason: null,
  current_step: "s1",
  due_at: "2026-05-06T09:30:00Z",
  awaits: null,
  started_at: at,
  updated_at: at,
  ended_at: null,
  messages: []
}

const report = {
  runs: { started: 12, under_way: 2, completed: 10, exited: 0, failed: 0 },
  steps: [
    {
      step_id: "s2",
      entered: 10,
      waiting: 0,
      sent: 10,
      captured: 0,
      delivered: 9,
      clicked: 4,
      unsubscribed: 0,
      bounced: 1,
      skipped: 0,
      failed: 0,
      sums: {
        audience: 10,
        waiting: 0,
        held: 0,
        sent: 10,
        captured: 0,
        skipped: 0,
        failed: 0,
        cancelled: 0,
        skipped_by: []
      },
      revenue: [{ currency: "GBP", orders: 1, amount: "139.12" }]
    }
  ]
}

const preview = {
  recipient: "ada@example.com",
  subject: "Thank you",
  html: "<!doctype html>…",
  text: "Thank you, Ada.",
  unsent: null
}

const backtest = {
  contacts: 812,
  unjudged: 0,
  entered: { runs: 96, people: 90 },
  refused: [{ reason: "entry", times: 14, people: 12 }],
  sent: { messages: 71, people: 68 },
  skipped: [{ reason: "email_consent is unsubscribed", times: 25, people: 22 }],
  under_way: 0,
  days: [{ day: "2026-05-04", entered: 3, sent: 2, skipped: 1 }],
  messages_per_person: [
    { messages: 0, people: 22 },
    { messages: 1, people: 65 },
    { messages: 2, people: 3 }
  ],
  sales: { people: 9, orders: 10, revenue: [{ currency: "GBP", orders: 10, amount: "1394.20" }] },
  examples: [{ outcome: "entered", contact_id: run.contact_id, at }],
  total: 812,
  person: null,
  next_cursor: null,
  notes: []
}

const pagination = { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null }
const version = { version: 1, created_at: at }

const lift = {
  percent: 10,
  since: at,
  days: 30,
  currency: "GBP",
  messaged: { people: 27000, ordered: 1620, revenue: 64800 },
  held_out: { people: 3000, ordered: 150, revenue: 6000 },
  conversion: { value: 0.01, low: 0.001519, high: 0.018081, proven: false },
  revenue: { value: 0.4, low: 0.014, high: 0.786, proven: false },
  people_needed: 0,
  counted_at: at
}

/** The examples of the endpoints of flows. */
export const flowExamples: Readonly<Record<string, Example>> = {
  "flows.list": {
    responses: {
      200: {
        data: [{ ...flow, counts: { under_way: 2, finished: 10, messages: 10, captured: 0, at_least: false } }],
        pagination
      }
    }
  },
  "flows.create": {
    request: { name: flow.name, definition },
    responses: { 201: { data: { ...flow, status: "paused" } } }
  },
  "flows.setHoldout": { request: { holdout_percent: 10 }, responses: { 200: { data: flow } } },
  "flows.languages": {
    responses: { 200: { data: { read: 10_000, total: 25_000, missing: [{ language: "de", contacts: 900 }] } } }
  },
  "flows.lift": { responses: { 200: { data: lift } } },
  "flows.get": { responses: { 200: { data: flow } } },
  "flows.update": {
    request: { name: flow.name, definition, version: 1 },
    responses: { 200: { data: { ...flow, version: 2 } } }
  },
  "flows.activate": { responses: { 200: { data: flow } } },
  "flows.pause": { responses: { 200: { data: { ...flow, status: "paused" } } } },
  "flows.preview": {
    request: { trigger: "order_received", step, contact_id: run.contact_id, order_id: 536365 },
    responses: { 200: { data: preview } }
  },
  "flows.sendPreview": {
    request: {
      trigger: "order_received",
      step,
      contact_id: run.contact_id,
      order_id: 536365,
      to: "kim@shop.example"
    },
    responses: { 200: { data: { status: "sent" } } }
  },
  "flows.backtest": {
    request: { definition, from: "2026-05-01T00:00:00Z", to: "2026-06-01T00:00:00Z" },
    responses: { 200: { data: backtest } }
  },
  "flows.report": { responses: { 200: { data: report } } },
  "flows.runs": { responses: { 200: { data: [run], pagination } } },
  "flows.cancelRun": { responses: { 200: { data: null } } },
  "flows.versions": { responses: { 200: { data: [version], pagination } } },
  "flows.version": { responses: { 200: { data: { ...version, definition } } } },
  "flows.remove": { responses: { 200: { data: null } } }
}
