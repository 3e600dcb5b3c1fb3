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

const paragraph = (text: string, more = {}) => ({ type: "paragraph", runs: [{ text, ...more }] })

const blocks = [
  {
    type: "text",
    content: [
      { type: "heading", level: 1, align: "center", runs: [{ text: "Spring is here" }] },
      { type: "heading", level: 2, runs: [{ text: "New teas" }] },
      { type: "heading", level: 3, runs: [{ text: "Pots" }] },
      {
        type: "paragraph",
        align: "right",
        runs: [
          { text: "Bold", bold: true },
          { text: " italic", italic: true },
          { text: " under\nlined", underline: true, color: "#0b6e4f" },
          { text: " dark", color: "#111111" },
          { text: " link", link: "https://tea.example/a?b=1&c={{ contact.first_name }}" }
        ]
      },
      { type: "list", ordered: false, items: [{ runs: [{ text: "Green" }] }, { runs: [{ text: "Black" }] }] },
      { type: "list", ordered: true, items: [{ runs: [{ text: "First" }] }] }
    ]
  },
  { type: "text", background: "#ffeecc", content: [paragraph("On a background", { link: "mailto:tea@tea.example" })] },
  { type: "image", src: "https://tea.example/a.png", alt: "A cup", link: "https://tea.example/", width: 300 },
  { type: "button", text: "Buy now", link: "https://tea.example/buy", color: "#aa3366", align: "center" },
  { type: "button", text: "Your cart", link: "{{ cart.url }}", full_width: true },
  {
    type: "columns",
    background: "#e8f0fe",
    columns: [
      { blocks: [{ type: "text", content: [paragraph("One")] }] },
      { blocks: [{ type: "image", src: "https://tea.example/b.png", alt: "A pot" }] },
      { blocks: [{ type: "button", text: "Three", link: "https://tea.example/3" }] }
    ]
  },
  { type: "divider" },
  { type: "space", height: 24, background: "#eeeeee" },
  {
    type: "social",
    links: [
      { network: "instagram", link: "https://instagram.example/tea" },
      { network: "x", link: "https://x.example/tea" }
    ]
  },
  { type: "products", kind: "best_sellers", count: 4, columns: 2, show_price: true, button: "See it" },
  { type: "products", kind: "bought_together", count: 5, columns: 1, show_price: false, background: "#ffffff" },
  { type: "cart", button: "Back to your cart" },
  { type: "coupon", coupon: "spring", label: "Your code" },
  { type: "html", html: "<p>Own {{ contact.first_name }}</p>" }
]

/** Documents with a block of every kind, with and without settings. */
export const everyBlock: ReadonlyArray<MailDocument> = [
  documentOf({ blocks }),
  documentOf({
    settings: {
      font: "serif",
      color: "#222222",
      link_color: "#aa3366",
      button_color: "#0b6e4f",
      background: "#fff8f0"
    },
    blocks
  })
]
