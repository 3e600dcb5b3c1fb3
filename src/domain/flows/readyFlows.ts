import type { Definition } from "./Definition.ts"

/** A flow that belongs to no account yet. */
interface FlowDraft {
  readonly name: string
  readonly definition: Definition
}

// Voided and refunded orders get no mail. An order without a status counts as good.
export const isGood = [
  { field: "order.financial_status", op: "neq", value: "voided" },
  { field: "order.financial_status", op: "neq", value: "refunded" }
] as const

/** The flows that every account gets, paused. */
export const readyFlows: ReadonlyArray<FlowDraft> = [
  {
    name: "Thank you after delivery",
    definition: {
      trigger: { type: "order_received" },
      filters: [isGood],
      entry: { type: "after", duration: "30 days" },
      exit: { on_purchase: false },
      steps: [
        { id: "wait", type: "delay", duration: "2 days" },
        {
          id: "still_good",
          type: "split",
          if: [isGood],
          then: [
            {
              id: "thanks",
              type: "send_email",
              subject: "Thank you for your order {{ order.order_id }}",
              html: "<p>Hello {{ contact.first_name | default: 'there' }},</p><p>your order {{ order.order_id }} has arrived. Thank you! If anything is not as you hoped, just reply.</p>"
            }
          ],
          else: []
        }
      ]
    }
  },
  {
    name: "First order welcome",
    definition: {
      trigger: { type: "order_placed" },
      filters: [[{ field: "contact.order_count", op: "eq", value: 1 }, ...isGood]],
      entry: { type: "once" },
      exit: { on_purchase: false },
      steps: [
        {
          id: "welcome",
          type: "send_email",
          subject: "Welcome, and thank you for your first order",
          html: "<p>Hello {{ contact.first_name | default: 'there' }},</p><p>thank you for your first order with us: {{ order.total_amount }} {{ order.currency }}. We let you know when it is on its way.</p>"
        }
      ]
    }
  }
]
