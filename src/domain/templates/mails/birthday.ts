import { button, firstName, headline, mailOf, paragraphs, products } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const birthday: MailTemplate = {
  key: "birthday",
  name: "Birthday",
  description: "Sends good wishes, and something to choose from.",
  mail: (shop) =>
    mailOf(
      `Happy birthday, ${firstName}!`,
      "All the best from all of us.",
      headline("Happy birthday!"),
      paragraphs(
        `Dear ${firstName},`,
        "all of us at {{ account.name }} wish you a wonderful day. Treat yourself to something nice: perhaps you find it here."
      ),
      products("best_sellers", 2),
      button("Find a present", shop)
    )
}
