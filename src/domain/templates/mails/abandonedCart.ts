import { button, firstName, headline, mailOf, paragraphs, products } from "../mailParts.ts"
import type { MailTemplate } from "../MailTemplate.ts"

export const abandonedCart: MailTemplate = {
  key: "abandoned-cart",
  name: "Left in the cart",
  description: "Shows what somebody has left in the cart.",
  mail: (shop) =>
    mailOf(
      "You left something in your cart",
      "It is still here for you.",
      headline("Still thinking about it?"),
      paragraphs(`Hello ${firstName},`, "you left something with us. We kept it for you:"),
      products("in_cart", 2),
      button("Back to the shop", shop),
      paragraphs("Is anything unclear, or did something not work? Just reply, and we help.")
    )
}
