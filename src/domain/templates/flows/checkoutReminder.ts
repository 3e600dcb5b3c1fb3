import { after, delay, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { cart, firstName, headline, mailOf, paragraphs } from "../mailParts.ts"

export const checkoutReminder: FlowTemplate = {
  key: "abandoned-checkout",
  name: "Abandoned checkout",
  description: "Offers help to a contact who began to pay and did not finish.",
  definition: () => ({
    trigger: { type: "cart_abandoned", duration: "1 hour", stage: "checkout" },
    filters: [],
    entry: after("7 days"),
    exit: { on_purchase: true },
    steps: [
      email(
        "help",
        mailOf(
          "Did something go wrong?",
          "Your order is nearly done.",
          headline("Nearly done"),
          paragraphs(`Hello ${firstName},`, "you were about to order this, and it is still here:"),
          cart,
          paragraphs("Did something not work? Just reply, and we help.")
        )
      ),
      delay("wait", "2 days"),
      email(
        "last",
        mailOf(
          "Shall we keep it for you?",
          "A last reminder of your order.",
          headline("Shall we keep it?"),
          paragraphs(`Hello ${firstName},`, "this is our last reminder. What you chose can still be ordered:"),
          cart
        )
      )
    ]
  })
}
