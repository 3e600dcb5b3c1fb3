import { isGood } from "../../flows/readyFlows.ts"
import { transactional } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { firstName, headline, mailOf, orderedItems, paragraphs } from "../mailParts.ts"

export const orderConfirmation: FlowTemplate = {
  key: "order-confirmation",
  name: "Order confirmation",
  description: "Confirms each order. Use it if your shop sends no confirmation itself.",
  definition: () => ({
    trigger: { type: "order_placed" },
    filters: [isGood],
    entry: { type: "always" },
    exit: { on_purchase: false },
    steps: [
      transactional(
        "confirm",
        mailOf(
          "Your order {{ order.order_id }}",
          "We have it, and get to work.",
          headline("Thank you for your order"),
          paragraphs(`Hello ${firstName},`, "we have received your order {{ order.order_id }}:"),
          orderedItems,
          paragraphs("Is anything wrong with it? Please reply soon, so that we can still change it.")
        )
      )
    ]
  })
}
