import type { SimpleBlock } from "../content/Block.ts"
import type { ProductKind } from "../products/chooseProducts.ts"
import type { TemplateMail } from "./MailTemplate.ts"

/** The name of whoever reads the mail, or a word that greets without one. */
export const firstName = "{{ contact.first_name | default: 'there' }}"

/** The headline of a mail. */
export const headline = (text: string): SimpleBlock => ({
  type: "text",
  content: [{ type: "heading", level: 1, align: "center", runs: [{ text }] }]
})

/** A smaller headline within a mail. */
export const section = (text: string): SimpleBlock => ({
  type: "text",
  content: [{ type: "heading", level: 2, runs: [{ text }] }]
})

/** Paragraphs, one a text. */
export const paragraphs = (...texts: ReadonlyArray<string>): SimpleBlock => ({
  type: "text",
  content: texts.map((text) => ({ type: "paragraph", runs: [{ text }] }))
})

/** A list of points. */
export const points = (...texts: ReadonlyArray<string>): SimpleBlock => ({
  type: "text",
  content: [{ type: "list", ordered: false, items: texts.map((text) => ({ runs: [{ text }] })) }]
})

/** A button in the middle. */
export const button = (text: string, link: string): SimpleBlock => ({ type: "button", text, link, align: "center" })

/** Products beside each other, each with its price and a button. */
export const products = (kind: ProductKind, count: 2 | 3 | 4): SimpleBlock => ({
  type: "products",
  kind,
  count,
  columns: count === 3 ? 3 : 2,
  show_price: true,
  button: "See it"
})

export const divider: SimpleBlock = { type: "divider" }
export const space: SimpleBlock = { type: "space", height: 16 }

/** The cart that the flow is about, with a button back to it. */
export const cart: SimpleBlock = { type: "cart", button: "Back to your cart" }

/** The product that the flow is about: its picture, its name and price, and a button to it. */
export const product: ReadonlyArray<SimpleBlock> = [
  {
    type: "image",
    src: "{{ product.image_url }}",
    alt: "{{ product.title | default: 'The product' }}",
    link: "{{ product.url }}",
    width: 320,
    align: "center"
  },
  {
    type: "html",
    html: `<p style="margin:8px 0;text-align:center"><strong>{{ product.title }}{% if product.variant.title %} ({{ product.variant.title }}){% endif %}</strong>{% if product.price %}<br>{{ product.price | money: product.currency }}{% endif %}</p>`
  },
  button("See it in the shop", "{{ product.url }}")
]

/** What was ordered, and the total. */
export const orderedItems: SimpleBlock = {
  type: "html",
  html: `<ul>{% for item in order.line_items %}<li>{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</li>{% endfor %}</ul><p><strong>Total: {{ order.total | money: order.currency }}</strong></p>`
}

/** A mail of blocks. */
export const mailOf = (subject: string, preheader: string, ...blocks: ReadonlyArray<SimpleBlock>): TemplateMail => ({
  subject,
  preheader,
  content: { type: "blocks", document: { blocks } }
})
