import { button, headline, mailOf, paragraphs, products } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const backInStock: MailTemplate = {
  key: "back-in-stock",
  name: "Back in stock",
  description: "Tells that favourites which were sold out are here again.",
  mail: (shop) =>
    mailOf(
      "Back in stock",
      "Sold out for a while, here again.",
      headline("Here again"),
      paragraphs("Many of you asked, and now they are back: the favourites that were sold out."),
      products("best_sellers", 4),
      button("Get yours", shop)
    )
}
