import type { CartBlock } from "../CartBlock.ts"
import type { CouponBlock } from "../CouponBlock.ts"
import { mergeHtml } from "../mergeText.ts"
import { buttonLink } from "./buttonHtml.ts"
import { cell, layoutTable, withAddress } from "./markup.ts"
import { type Place, placeWithin, textColor } from "./Place.ts"
import { textStyle } from "./textHtml.ts"

/** The items of the flow's cart as HTML; nothing where the cart is empty. */
export const cartHtml = ({ background, button }: CartBlock, place: Place): string => {
  const inner = placeWithin(place, background)
  const { color } = textColor(inner)
  const style = textStyle(inner, color)
  const line = `padding:8px 0;border-bottom:1px solid #d0d7de;${style}`
  const item = `<tr><td style="${line}">{{ item.quantity | default: 1 }} × {{ item.title | default: item.sku }}</td><td align="right" style="${line}">{% if item.price %}{{ item.price | money: cart.currency }}{% endif %}</td></tr>`
  const total = `<tr><td style="padding:8px 0;${style}">&nbsp;</td><td align="right" style="padding:8px 0;${style}"><strong>{{ cart.total | money: cart.currency }}</strong></td></tr>`
  const words = mergeHtml((button ?? "").trim())
  const back = words === "" ? "" : withAddress("{{ cart.url }}", (href) => buttonLink({ words, href }, inner))
  const html = cell(
    `<table ${layoutTable} width="100%">{% for item in cart.line_items %}${item}{% endfor %}${total}</table>${back}`,
    { attributes: ` dir="auto"`, background, style }
  )
  return `{% if cart.line_items.size > 0 %}${html}{% endif %}`
}

/** The code of a coupon as HTML: text, so that it can be copied. Nothing without a coupon. */
export const couponHtml = ({ coupon, label, background }: CouponBlock, place: Place): string => {
  if (coupon === "") return ""
  const inner = placeWithin(place, background)
  const { color } = textColor(inner)
  const words = mergeHtml((label ?? "").trim())
  const code = `<table ${layoutTable} align="center"><tr><td align="center" style="border:2px dashed #8c959f;padding:12px 24px;font-family:'Courier New',Courier,monospace;font-size:22px;line-height:28px;font-weight:bold">{{ coupon.${coupon} }}</td></tr></table>`
  return cell(`${words === "" ? "" : `<p style="margin:0 0 8px;text-align:center">${words}</p>`}${code}`, {
    attributes: ` align="center" dir="auto"`,
    background,
    style: textStyle(inner, color)
  })
}
