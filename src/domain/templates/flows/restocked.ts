import { transactional } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { firstName, headline, mailOf, paragraphs, product } from "../mailParts.ts"

export const restocked: FlowTemplate = {
  key: "back-in-stock",
  name: "Back in stock",
  description: "Tells whoever asked for a product that it is back.",
  definition: () => ({
    trigger: { type: "back_in_stock" },
    filters: [],
    entry: { type: "always" },
    exit: { on_purchase: false },
    steps: [
      transactional(
        "back",
        mailOf(
          "{{ product.title | default: 'Your product' }} is back",
          "You asked us to tell you.",
          headline("It is back"),
          paragraphs(`Hello ${firstName},`, "you asked us to tell you, and now it is in stock again:"),
          ...product
        )
      )
    ]
  })
}
