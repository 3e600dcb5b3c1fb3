import { isGood } from "../../flows/readyFlows.ts"
import { email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { button, firstName, headline, mailOf, paragraphs } from "../mailParts.ts"

export const loyalCustomers: FlowTemplate = {
  key: "vip",
  name: "Loyal customers",
  description: "Tags a contact with the fifth order as vip, and says thank you.",
  definition: (shop) => ({
    trigger: { type: "order_placed" },
    filters: [[{ field: "contact.order_count", op: "gte", value: 5 }, ...isGood]],
    entry: { type: "once" },
    exit: { on_purchase: false },
    steps: [
      { id: "tag", type: "add_tag", tag: "vip" },
      email(
        "thanks",
        mailOf(
          "Five times thank you",
          "You are one of our best customers.",
          headline("You are one of our best"),
          paragraphs(
            `Hello ${firstName},`,
            "this is your fifth order with us, and we noticed. Thank you for coming back again and again.",
            "Is there something that you would like to see in our shop? Reply and tell us."
          ),
          button("Visit the shop", shop)
        )
      )
    ]
  })
}
