import type { Definition } from "../flows/Definition.ts"
import type { FlowTemplate } from "./FlowTemplate.ts"
import { birthdayWishes } from "./flows/birthdayWishes.ts"
import { cartReminder } from "./flows/cartReminder.ts"
import { cartText } from "./flows/cartText.ts"
import { cheaper } from "./flows/cheaper.ts"
import { checkoutReminder } from "./flows/checkoutReminder.ts"
import { crossSellAfterOrder } from "./flows/crossSellAfterOrder.ts"
import { deliveryThanks } from "./flows/deliveryThanks.ts"
import { firstOrder } from "./flows/firstOrder.ts"
import { largeCart } from "./flows/largeCart.ts"
import { loyalCustomers } from "./flows/loyalCustomers.ts"
import { orderConfirmation } from "./flows/orderConfirmation.ts"
import { replenishment } from "./flows/replenishment.ts"
import { restocked } from "./flows/restocked.ts"
import { reviewRequest } from "./flows/reviewRequest.ts"
import { secondOrder } from "./flows/secondOrder.ts"
import { subscribed } from "./flows/subscribed.ts"
import { sunset } from "./flows/sunset.ts"
import { viewedProduct } from "./flows/viewedProduct.ts"
import { welcomeText } from "./flows/welcomeText.ts"
import { winBackSeries } from "./flows/winBackSeries.ts"

/** The flows to begin with, in the order of the gallery. */
export const flowTemplates: ReadonlyArray<FlowTemplate> = [
  subscribed,
  firstOrder,
  orderConfirmation,
  deliveryThanks,
  reviewRequest,
  crossSellAfterOrder,
  replenishment,
  secondOrder,
  cartReminder,
  checkoutReminder,
  largeCart,
  cartText,
  viewedProduct,
  restocked,
  cheaper,
  winBackSeries,
  sunset,
  birthdayWishes,
  loyalCustomers,
  welcomeText
]

/** A flow without content: its one step waits a day. */
export const blankDefinition: Definition = {
  trigger: { type: "order_received" },
  filters: [],
  entry: { type: "always" },
  exit: { on_purchase: false },
  steps: [{ id: "s1", type: "delay", duration: "1 day" }]
}
