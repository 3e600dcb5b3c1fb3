import { isGood } from "../../flows/readyFlows.ts"
import { after, delay, email } from "../flowParts.ts"
import type { FlowTemplate } from "../FlowTemplate.ts"
import { crossSell } from "../mails/crossSell.ts"

export const crossSellAfterOrder: FlowTemplate = {
  key: "cross-sell",
  name: "Goes well with your order",
  description: "Two weeks after an order has arrived, shows what others bought together with it.",
  definition: (shop) => ({
    trigger: { type: "order_received" },
    filters: [isGood],
    entry: after("60 days"),
    exit: { on_purchase: true },
    steps: [delay("wait", "14 days"), email("together", crossSell.mail(shop))]
  })
}
