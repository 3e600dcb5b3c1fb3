import { isGood } from "../../flows/readyFlows.ts"
import { after, delay, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { button, firstName, headline, mailOf, orderedItems, paragraphs } from "../mailParts.ts"

export const replenishment: FlowTemplate = {
  key: "replenishment",
  name: "Time to order again",
  description: "Reminds a customer before something is used up. Set the delay to how long your products last.",
  definition: (shop) => ({
    trigger: { type: "order_received" },
    filters: [isGood],
    entry: after("30 days"),
    exit: { on_purchase: true },
    steps: [
      delay("wait", "45 days"),
      email(
        "again",
        mailOf(
          "Running low?",
          "Order again in time.",
          headline("Running low?"),
          paragraphs(`Hello ${firstName},`, "perhaps it is time for more of what you ordered last time:"),
          orderedItems,
          button("Order again", shop)
        )
      )
    ]
  })
}
