import { after, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { cart, firstName, headline, mailOf, paragraphs } from "../mailParts.ts"

export const largeCart: FlowTemplate = {
  key: "large-cart",
  name: "Large cart",
  description: "Offers personal advice to a contact who left a cart of 150 or more.",
  definition: () => ({
    trigger: { type: "cart_abandoned", duration: "4 hours", least_total: 150 },
    filters: [],
    entry: after("14 days"),
    exit: { on_purchase: true },
    steps: [
      email(
        "advice",
        mailOf(
          "May we help you to choose?",
          "A person from our team is there for you.",
          headline("May we help?"),
          paragraphs(
            `Hello ${firstName},`,
            "a larger order is worth a second thought. If you have a question about size, delivery or returns, reply to this mail: a person from our team answers."
          ),
          cart
        )
      )
    ]
  })
}
