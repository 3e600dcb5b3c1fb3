import { after, delay, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { cart, firstName, headline, mailOf, paragraphs } from "../mailParts.ts"

export const cartReminder: FlowTemplate = {
  key: "abandoned-cart",
  name: "Abandoned cart",
  description: "Reminds a contact of a cart after an hour, and again after a day.",
  definition: () => ({
    trigger: { type: "cart_abandoned", duration: "1 hour" },
    filters: [],
    entry: after("7 days"),
    exit: { on_purchase: true },
    steps: [
      email(
        "remind",
        mailOf(
          "You left something in your cart",
          "It is still here for you.",
          headline("Still thinking about it?"),
          paragraphs(`Hello ${firstName},`, "your cart is still here:"),
          cart
        )
      ),
      delay("wait", "23 hours"),
      email(
        "last",
        mailOf(
          "Your cart is waiting for you",
          "We kept it. Is anything unclear?",
          headline("We kept your cart"),
          paragraphs(`Hello ${firstName},`, "here is what you chose:"),
          cart,
          paragraphs("Is anything unclear? Just reply, and we help.")
        )
      )
    ]
  })
}
