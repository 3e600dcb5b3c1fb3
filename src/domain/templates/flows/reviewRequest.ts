import { isGood } from "../../flows/readyFlows.ts"
import { after, delay, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { review } from "../mails/review.ts"

export const reviewRequest: FlowTemplate = {
  key: "review",
  name: "Review request",
  description: "Asks for a review a week after an order has arrived.",
  definition: (shop) => ({
    trigger: { type: "order_received" },
    filters: [isGood],
    entry: after("60 days"),
    exit: { on_purchase: false },
    steps: [
      delay("wait", "7 days"),
      {
        id: "still_good",
        type: "split",
        if: [isGood],
        then: [email("review", review.mail(shop))],
        else: []
      }
    ]
  })
}
