import { isGood } from "../../flows/readyFlows.ts"
import { email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { button, firstName, headline, mailOf, paragraphs } from "../mailParts.ts"

export const firstOrder: FlowTemplate = {
  key: "welcome",
  name: "First order welcome",
  description: "Greets a contact with the first order.",
  definition: (shop) => ({
    trigger: { type: "order_placed" },
    filters: [[{ field: "contact.order_count", op: "eq", value: 1 }, ...isGood]],
    entry: { type: "once" },
    exit: { on_purchase: false },
    steps: [
      email(
        "welcome",
        mailOf(
          "Welcome, and thank you for your first order",
          "It is good to have you with us.",
          headline("Welcome!"),
          paragraphs(
            `Hello ${firstName},`,
            "thank you for your first order with us: {{ order.total | money: order.currency }}. We let you know when it is on its way.",
            "Any questions? Just reply."
          ),
          button("Visit the shop", shop)
        )
      )
    ]
  })
}
