import { after, delay, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { cart, firstName, headline, mailOf, paragraphs } from "../mailParts.ts"

export const cartText: FlowTemplate = {
  key: "cart-text",
  name: "Abandoned cart by text or e-mail",
  description: "Reminds of a cart by SMS whoever subscribed to texts, and others by e-mail.",
  definition: () => ({
    trigger: { type: "cart_abandoned", duration: "2 hours" },
    filters: [],
    entry: after("7 days"),
    exit: { on_purchase: true },
    steps: [
      {
        id: "texts",
        type: "split",
        if: [[{ field: "contact.sms_consent", op: "eq", value: "subscribed" }]],
        then: [
          {
            id: "text",
            type: "send_sms",
            text: "{{ account.name }}: your cart is still here. {{ cart.url }} Reply STOP to get no more texts."
          }
        ],
        else: [
          email(
            "remind",
            mailOf(
              "Your cart is still here",
              "We kept it for you.",
              headline("We kept your cart"),
              paragraphs(`Hello ${firstName},`, "here is what you chose:"),
              cart
            )
          )
        ]
      },
      delay("wait", "2 days"),
      email(
        "last",
        mailOf(
          "A last look at your cart?",
          "It may soon be gone.",
          headline("A last look?"),
          paragraphs(`Hello ${firstName},`, "this is our last reminder of your cart:"),
          cart
        )
      )
    ]
  })
}
