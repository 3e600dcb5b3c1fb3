import { button, headline, mailOf, paragraphs, products } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const newProducts: MailTemplate = {
  key: "new-products",
  name: "New products",
  description: "Shows the newest products of the shop.",
  mail: (shop) =>
    mailOf(
      "New at {{ account.name }}",
      "Just in: have a first look.",
      headline("Just in"),
      paragraphs("We have something new for you. Here is a first look, before the word gets around."),
      products("new", 4),
      button("See all that is new", shop)
    )
}
