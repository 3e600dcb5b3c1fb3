import { button, firstName, headline, mailOf, paragraphs } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const review: MailTemplate = {
  key: "review",
  name: "Review request",
  description: "Asks a customer for a few words about what was bought.",
  mail: (shop) =>
    mailOf(
      "How do you like it?",
      "A few words from you help others to choose.",
      headline("How do you like it?"),
      paragraphs(
        `Hello ${firstName},`,
        "you have had your order for a while now. Would you tell others what you think of it? Good or bad, a few words help them to choose, and us to get better."
      ),
      button("Write a review", shop),
      paragraphs("Something is not right? Please reply to this mail first, so that we can help.")
    )
}
