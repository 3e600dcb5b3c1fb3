import { isGood } from "../../flows/readyFlows.ts"
import { after, delay, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { firstName, headline, mailOf, paragraphs } from "../mailParts.ts"

export const deliveryThanks: FlowTemplate = {
  key: "thanks",
  name: "Thank you after delivery",
  description: "Says thank you two days after an order has arrived.",
  definition: () => ({
    trigger: { type: "order_received" },
    filters: [isGood],
    entry: after("30 days"),
    exit: { on_purchase: false },
    steps: [
      delay("wait", "2 days"),
      {
        id: "still_good",
        type: "split",
        if: [isGood],
        then: [
          email(
            "thanks",
            mailOf(
              "Thank you for your order {{ order.order_id }}",
              "We hope that all is as you like it.",
              headline("Thank you!"),
              paragraphs(
                `Hello ${firstName},`,
                "your order {{ order.order_id }} has arrived. Thank you for choosing us!",
                "If anything is not as you hoped, just reply. We put it right."
              )
            )
          )
        ],
        else: []
      }
    ]
  })
}
