import { button, headline, mailOf, paragraphs, products } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const priceDrop: MailTemplate = {
  key: "price-drop",
  name: "Lower prices",
  description: "Tells that what somebody looked at may cost less now.",
  mail: (shop) =>
    mailOf(
      "Some prices have come down",
      "Have another look: it may cost less now.",
      headline("Costs less now"),
      paragraphs("We have lowered some prices. Have another look at what caught your eye:"),
      products("recently_viewed", 2),
      button("See the new prices", shop)
    )
}
