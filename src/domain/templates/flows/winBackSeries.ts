import { delay, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { button, firstName, headline, mailOf, paragraphs } from "../mailParts.ts"
import { winBack } from "../mails/winBack.ts"

export const winBackSeries: FlowTemplate = {
  key: "win-back",
  name: "Win-back",
  description: "Writes to a contact who has not bought for 60 days, and again after 90.",
  definition: (shop) => ({
    trigger: { type: "no_order_for", duration: "60 days" },
    filters: [],
    entry: { type: "always" },
    exit: { on_purchase: true },
    steps: [
      email("miss", winBack.mail(shop)),
      delay("wait_again", "30 days"),
      email(
        "last",
        mailOf(
          "Is there anything we can do better?",
          "Tell us. A person reads it.",
          headline("Anything we can do better?"),
          paragraphs(
            `Hello ${firstName},`,
            "we would like to have you back. If something was not as you hoped, just reply: a person reads it."
          ),
          button("Give us another look", shop)
        )
      )
    ]
  })
}
