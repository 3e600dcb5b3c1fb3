import { after, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { firstName, headline, mailOf, paragraphs, product } from "../mailParts.ts"

export const cheaper: FlowTemplate = {
  key: "price-drop",
  name: "Price drop",
  description: "Writes to a contact when a product that they looked at is cheaper.",
  definition: () => ({
    trigger: { type: "price_dropped", percent: 10, days: 30 },
    filters: [],
    entry: after("7 days"),
    exit: { on_purchase: true },
    steps: [
      email(
        "cheaper",
        mailOf(
          "{{ product.title | default: 'A product you looked at' }} costs less now",
          "You looked at it, and it is cheaper.",
          headline("It costs less now"),
          paragraphs(
            `Hello ${firstName},`,
            "what you looked at was {{ product.old_price | money: product.currency }}, and costs less now:"
          ),
          ...product
        )
      )
    ]
  })
}
