import { button, divider, firstName, headline, mailOf, paragraphs, products, section } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const newsletter: MailTemplate = {
  key: "newsletter",
  name: "Newsletter",
  description: "A letter with two stories and a few products.",
  mail: (shop) =>
    mailOf(
      "News from {{ account.name }}",
      "What we have been up to, and what is coming.",
      headline("News from us"),
      paragraphs(`Hello ${firstName},`, "here is what happened at our place since we last wrote."),
      section("What we have been working on"),
      paragraphs("Tell your first story here: how something is made, who makes it, or what you have learned."),
      divider,
      section("What is coming"),
      paragraphs("Tell your second story here: a date to note, a new product, or something that you are proud of."),
      button("Visit the shop", shop),
      products("new", 2)
    )
}
