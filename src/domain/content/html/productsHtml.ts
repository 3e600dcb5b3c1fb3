import { mergeHtml } from "../mergeText.ts"
import type { ProductsBlock } from "../ProductsBlock.ts"
import { buttonLink } from "./buttonHtml.ts"
import { columnHtml, columnWidth, rowHtml } from "./columnsHtml.ts"
import { cell, outlookOnly, styleOf, withAddress } from "./markup.ts"
import { linkColor, type Place, placeWithin, textColor } from "./Place.ts"
import { textStyle } from "./textHtml.ts"

const price = `{% if product.price %}<p style="margin:0 0 8px">{{ product.price | money: product.currency }}{% if product.compare_at_price > product.price %} <s>{{ product.compare_at_price | money: product.currency }}</s>{% endif %}</p>{% endif %}`

// Outlook for Windows ignores the margins of a column.
const below = `<div style="height:16px;line-height:16px;font-size:16px">&nbsp;</div>`

const url = "{{ product.url }}"

const linked = (html: string, style: string): string =>
  withAddress(url, (href) => `<a href="${href}" style="${style}">${html}</a>`, html)

/** The product of a loop as HTML. Its picture is decoration in the link of its title, so that readers name the product once. */
const productHtml = ({ show_price, button }: ProductsBlock, place: Place, color: string | undefined): string => {
  const shown = linkColor(place, color)
  const image = withAddress(
    "{{ product.image_url }}",
    (src) =>
      `<img src="${src}" alt="" role="presentation" width="${place.width}" style="display:block;width:100%;max-width:${place.width}px;height:auto;border:0;margin:0 0 8px">`
  )
  const title = linked(
    `${image}<strong>{{ product.title }}</strong>`,
    styleOf(shown === undefined ? undefined : `color:${shown}`, "text-decoration:none")
  )
  const words = mergeHtml((button ?? "").trim())
  return [
    `<p style="margin:0 0 4px">${title}</p>`,
    show_price ? price : "",
    words === "" ? "" : withAddress(url, (href) => buttonLink({ words, href }, place)),
    below
  ].join("")
}

/** Products as HTML: a loop over the list of the message, in rows of `columns`. Nothing where the list is empty. */
export const productsHtml = (block: ProductsBlock, place: Place): string => {
  const { kind, count, columns, background } = block
  const inner = placeWithin(place, background)
  const { color } = textColor(inner)
  const ofColumn = { ...inner, width: columnWidth(inner.width, columns) }
  const product = columnHtml(productHtml(block, ofColumn, color), inner.width, columns)
  const nextRow = `{% assign place_in_row = forloop.index0 | modulo: ${columns} %}{% if place_in_row == 0 and forloop.first == false %}${outlookOnly("</tr><tr>")}{% endif %}`
  const loop = `{% for product in products.${kind} limit: ${count} %}${nextRow}${product}{% endfor %}`
  const html = cell(rowHtml(loop, inner.width), {
    attributes: ` dir="auto"`,
    background,
    style: textStyle(inner, color)
  })
  return `{% if products.${kind}.size > 0 %}${html}{% endif %}`
}
