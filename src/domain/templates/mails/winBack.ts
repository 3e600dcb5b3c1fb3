import { button, firstName, headline, mailOf, paragraphs, products, section } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const winBack: MailTemplate = {
  key: "win-back",
  name: "Win-back",
  description: "Writes to customers who have not bought for a while.",
  mail: (shop) =>
    mailOf(
      "We have not seen you in a while",
      "A lot has come in since your last visit.",
      headline("It has been a while"),
      paragraphs(`Hello ${firstName},`, "a lot has come in since you last ordered. Have a look at what is new:"),
      products("new", 2),
      button("See what is new", shop),
      section("Liked by others"),
      products("best_sellers", 2)
    )
}
