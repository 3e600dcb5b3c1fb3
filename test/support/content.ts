import { Effect, Result, Schema } from "effect"
import { MailDocument } from "../../src/domain/content/MailDocument.ts"
import { renderDocument } from "../../src/domain/content/renderDocument.ts"
import { renderMessage } from "../../src/outbound/templates/renderMessage.ts"
import { links } from "./http/links.ts"
import { dueMessage } from "./messages/messages.ts"

const product = {
  id: "p1",
  title: "Tea & <Cup>",
  url: "https://tea.example/p1",
  image_url: "https://tea.example/p1.png",
  vendor: null,
  price: 12.5,
  price_amount: "12.50",
  compare_at_price: 15,
  compare_at_amount: "15.00",
  currency: "GBP",
  kind: "best_sellers"
}

/** Products of every kind for a mail. */
export const products = {
  best_sellers: [product, { ...product, id: "p2", url: null, image_url: null, compare_at_price: null }],
  new: [product],
  recently_viewed: [],
  in_cart: [product],
  bought_together: [product, product, product, product, product]
}

/** Data of a mail about a cart. */
export const cartData = {
  account: { name: "Tea" },
  contact: { first_name: `Ada <b>"` },
  coupon: { spring: "SPRING-1" },
  cart: {
    currency: "GBP",
    total: "12.50",
    url: "https://tea.example/cart?token=1",
    line_items: [{ title: "Cup", quantity: 2, price: "6.25" }, { sku: "pot" }]
  }
}

export const decodeDocument = Schema.decodeUnknownResult(MailDocument, { errors: "all", onExcessProperty: "error" })

/** The document of JSON. */
export const documentOf = (json: unknown): MailDocument => Result.getOrThrow(decodeDocument(json))

/** The mail of a document, as it is sent. */
export const mailOf = (document: MailDocument, data: Readonly<Record<string, unknown>> = cartData) => {
  const rendered = Effect.runSync(
    renderMessage(
      links,
      { ...dueMessage({ subject: "Hi", body: renderDocument(document), data }), products },
      "ada@example.com"
    )
  )
  if (rendered.channel !== "email") throw new Error("no mail")
  return rendered
}
