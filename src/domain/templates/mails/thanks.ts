import { button, firstName, headline, mailOf, paragraphs } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const thanks: MailTemplate = {
  key: "thanks",
  name: "Thank you",
  description: "Says thank you for an order.",
  mail: (shop) =>
    mailOf(
      "Thank you for your order",
      "We are glad that you chose us.",
      headline("Thank you!"),
      paragraphs(
        `Hello ${firstName},`,
        "thank you for your order. Behind {{ account.name }} are people who are glad of each one.",
        "If anything is not as you hoped, just reply. We put it right."
      ),
      button("Visit the shop", shop)
    )
}
