import { button, firstName, headline, mailOf, paragraphs, products } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const crossSell: MailTemplate = {
  key: "cross-sell",
  name: "Goes well with it",
  description: "Follows an order with what others bought together with it.",
  mail: (shop) =>
    mailOf(
      "Goes well with your order",
      "What others chose together with it.",
      headline("Goes well together"),
      paragraphs(`Hello ${firstName},`, "others who bought what you did also chose these:"),
      products("bought_together", 4),
      button("Look around the shop", shop)
    )
}
