import type { Example } from "./examples.ts"

const segment = {
  id: "seg_01kqs2v6p0x2z4f8m1d7b5f3gm",
  name: "Good customers",
  conditions: [
    [
      { field: "contact.email_consent", op: "eq", value: "subscribed" },
      { field: "order.count", op: "gte", value: 2, where: { within: "365 days" } }
    ]
  ],
  created_at: "2026-05-04T09:30:01.250Z",
  updated_at: "2026-05-04T09:30:01.250Z"
}

const explanation = {
  is_member: false,
  groups: segment.conditions.map((group) => group.map((condition, at) => ({ condition, holds: at === 0 })))
}

const backtest = {
  contacts: 812,
  unjudged: 0,
  start: 40,
  end: 41,
  entered: { times: 2, people: 2 },
  left: { times: 1, people: 1 },
  days: [{ day: "2026-05-04", members: 41, entered: 2, left: 1 }],
  examples: [{ outcome: "entered", contact_id: "con_01kqs2v6p0x2z4f8m1d7b5f3gm", at: "2026-05-04T09:30:01.250Z" }],
  notes: [],
  total: 812,
  person: null,
  next_cursor: null
}

const page = (row: object) => ({
  data: [row],
  pagination: { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null }
})

/** The examples of the endpoints of segments; `contact` is an example of a contact, `contactsCsv` of contacts as a file. */
export const segmentExamples = (contact: object, contactsCsv: string): Readonly<Record<string, Example>> => ({
  "segments.list": {
    responses: { 200: page(segment) }
  },
  "segments.create": {
    request: { name: segment.name, conditions: segment.conditions },
    responses: { 201: { data: segment } }
  },
  "segments.countDraft": {
    request: { conditions: segment.conditions },
    responses: { 200: { data: { count: 1, counted_at: null } } }
  },
  "segments.draftMembers": {
    request: { conditions: segment.conditions },
    responses: { 200: page(contact) }
  },
  "segments.backtest": {
    request: { conditions: segment.conditions, from: "2026-05-04T00:00:00Z", to: "2026-05-05T00:00:00Z" },
    responses: { 200: { data: backtest } }
  },
  "segments.get": { responses: { 200: { data: segment } } },
  "segments.update": {
    request: { name: "Best customers" },
    responses: { 200: { data: { ...segment, name: "Best customers" } } }
  },
  "segments.remove": { responses: { 200: { data: segment } } },
  "segments.count": { responses: { 200: { data: { count: 1, counted_at: null } } } },
  "segments.members": { responses: { 200: page(contact) } },
  "segments.export": { responses: { 200: contactsCsv } },
  "segments.explain": { responses: { 200: { data: explanation } } }
})
