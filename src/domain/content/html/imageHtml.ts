import type { ImageBlock } from "../ImageBlock.ts"
import { mergeHtml } from "../mergeText.ts"
import { cell, withAddress } from "./markup.ts"
import { type Place, placeWithin } from "./Place.ts"
import { textStyle } from "./textHtml.ts"

const margins = { left: "margin:0 auto 0 0", center: "margin:0 auto", right: "margin:0 0 0 auto" } as const

/** A picture as HTML; nothing without an address. Its width is an attribute too, which is what Outlook for Windows reads. */
export const imageHtml = (block: ImageBlock, place: Place): string => {
  const { src, alt, link = "", width = place.width, align = "center", background } = block
  const inner = placeWithin(place, background)
  const shown = Math.min(width, inner.width)
  const style = `display:block;width:100%;max-width:${shown}px;height:auto;border:0;${margins[align]}`
  return withAddress(src, (address) => {
    const image = `<img src="${address}" alt="${mergeHtml(alt)}" width="${shown}" style="${style}">`
    const linked = withAddress(link, (href) => `<a href="${href}" style="text-decoration:none">${image}</a>`, image)
    return cell(linked, { attributes: ` align="${align}"`, background, style: textStyle(inner, undefined) })
  })
}
