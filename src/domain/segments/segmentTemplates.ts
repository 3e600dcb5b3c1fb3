import type { SegmentInput } from "./Segment.ts"

/** Segments that many stores begin with. */
export const segmentTemplates: ReadonlyArray<SegmentInput & { readonly about: string }> = [
  {
    name: "Subscribed, never bought",
    about: "People to win as customers.",
    conditions: [
      [
        { field: "contact.email_consent", op: "eq", value: "subscribed" },
        { field: "contact.order_count", op: "eq", value: 0 }
      ]
    ]
  },
  {
    name: "Bought twice or more",
    about: "Your regular customers.",
    conditions: [[{ field: "contact.order_count", op: "gte", value: 2 }]]
  },
  {
    name: "No order for 90 days",
    about: "Customers to win back.",
    conditions: [
      [
        { field: "contact.order_count", op: "gte", value: 1 },
        { field: "contact.last_order_at", op: "not_within", value: "90 days" }
      ]
    ]
  },
  {
    name: "Clicked in the last 30 days",
    about: "People who read what you send.",
    conditions: [[{ field: "message.clicked", op: "gte", value: 1, where: { within: "30 days" } }]]
  }
]
