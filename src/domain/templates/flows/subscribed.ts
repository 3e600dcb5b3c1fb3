import { delay, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { button, firstName, headline, mailOf, paragraphs, products } from "../mailParts.ts"
import { welcome } from "../mails/welcome.ts"

export const subscribed: FlowTemplate = {
  key: "subscribed",
  name: "Welcome new subscribers",
  description: "Greets a contact who subscribes to e-mail, and writes once more after three days.",
  definition: (shop) => ({
    trigger: { type: "subscribed", channel: "email" },
    filters: [],
    entry: { type: "once" },
    exit: { on_purchase: true },
    steps: [
      email("welcome", welcome.mail(shop)),
      delay("wait", "3 days"),
      email(
        "favourites",
        mailOf(
          "Where to begin at {{ account.name }}",
          "The favourites of our customers.",
          headline("Where to begin"),
          paragraphs(`Hello ${firstName},`, "not sure where to begin? These are the favourites of our customers:"),
          products("best_sellers", 4),
          button("See the whole shop", shop)
        )
      )
    ]
  })
}
