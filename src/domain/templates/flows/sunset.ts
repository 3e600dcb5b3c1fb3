import { delay, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { button, firstName, headline, mailOf, paragraphs } from "../mailParts.ts"

export const sunset: FlowTemplate = {
  key: "sunset",
  name: "Last letter",
  description: "Asks contacts without an order for a year whether to go on, and tags those who stay silent.",
  definition: (shop) => ({
    trigger: { type: "no_order_for", duration: "365 days" },
    filters: [],
    entry: { type: "always" },
    exit: { on_purchase: true },
    steps: [
      email(
        "ask",
        mailOf(
          "Shall we still write to you?",
          "If not, one click is enough.",
          headline("Shall we go on?"),
          paragraphs(
            `Hello ${firstName},`,
            "you have not ordered for a year. If our letters are of no use to you, unsubscribe below: one click is enough, and no hard feelings.",
            "If you like to stay, have a look at what is new."
          ),
          button("Stay, and see what is new", shop)
        )
      ),
      delay("wait", "30 days"),
      { id: "asleep", type: "add_tag", tag: "asleep" }
    ]
  })
}
