import { button, firstName, headline, mailOf, paragraphs, products, section } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const welcome: MailTemplate = {
  key: "welcome",
  name: "Welcome",
  description: "Greets somebody who has just subscribed, and shows what others like.",
  mail: (shop) =>
    mailOf(
      "Welcome to {{ account.name }}",
      "Good to have you here. A few things to begin with.",
      headline(`Hello ${firstName}, welcome!`),
      paragraphs(
        "Thank you for joining us. We write when there is something worth your time: new products, offers, and now and then a story from behind the scenes.",
        "Any questions? Just reply to this mail. A person reads it."
      ),
      button("Look around the shop", shop),
      section("What others like"),
      products("best_sellers", 2)
    )
}
