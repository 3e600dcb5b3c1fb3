import { after, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { firstName, headline, mailOf, paragraphs, product } from "../mailParts.ts"

export const viewedProduct: FlowTemplate = {
  key: "viewed-product",
  name: "Viewed product",
  description: "Writes to a contact who looked at a product twice and did not order.",
  definition: () => ({
    trigger: { type: "product_viewed", times: 2, within: "7 days", duration: "4 hours" },
    filters: [[{ field: "product.in_stock", op: "eq", value: true }]],
    entry: after("7 days"),
    exit: { on_purchase: true },
    steps: [
      email(
        "viewed",
        mailOf(
          "{{ product.title | default: 'Still thinking about it?' }}",
          "You had a look at it. Is it the right one?",
          headline("Still thinking about it?"),
          paragraphs(`Hello ${firstName},`, "you had a look at this:"),
          ...product,
          paragraphs("Any questions about it? Just reply.")
        )
      )
    ]
  })
}
