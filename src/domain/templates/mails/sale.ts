import { button, headline, mailOf, paragraphs, points, products, section } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const sale: MailTemplate = {
  key: "sale",
  name: "Sale",
  description: "Announces a sale. Say in it what is reduced, and until when.",
  mail: (shop) =>
    mailOf(
      "Our sale has begun",
      "Some favourites cost less now, while they last.",
      headline("The sale is on"),
      paragraphs(
        "Some of our favourites cost less now. What is gone will not come back at this price, so have a look."
      ),
      points("The lower prices are in the shop already: no code is needed", "They hold while stocks last"),
      button("To the sale", shop),
      section("Most wanted"),
      products("best_sellers", 4)
    )
}
