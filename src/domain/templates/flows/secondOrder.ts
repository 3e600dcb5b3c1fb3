import { isGood } from "../../flows/readyFlows.ts"
import { delay, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { button, firstName, headline, mailOf, paragraphs, products } from "../mailParts.ts"

export const secondOrder: FlowTemplate = {
  key: "second-order",
  name: "Second order",
  description: "Writes to a new customer who has not ordered a second time after three weeks, and after six.",
  definition: (shop) => ({
    trigger: { type: "order_placed" },
    filters: [[{ field: "contact.order_count", op: "eq", value: 1 }, ...isGood]],
    entry: { type: "once" },
    exit: { on_purchase: true },
    steps: [
      delay("wait", "21 days"),
      email(
        "second",
        mailOf(
          "What will be your next one?",
          "Chosen to go with your first order.",
          headline("Ready for more?"),
          paragraphs(`Hello ${firstName},`, "we hope that you enjoy your first order. Here is what goes well with it:"),
          products("bought_together", 2),
          button("To the shop", shop)
        )
      ),
      delay("wait_again", "21 days"),
      email(
        "new",
        mailOf(
          "New since your first order",
          "Have a look at what has come in.",
          headline("New since your visit"),
          paragraphs(`Hello ${firstName},`, "some things have come in since you ordered:"),
          products("new", 4),
          button("See all that is new", shop)
        )
      )
    ]
  })
}
