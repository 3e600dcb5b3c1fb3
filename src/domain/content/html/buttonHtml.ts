import { lightColors } from "../../values/mailColors.ts"
import type { ButtonBlock } from "../ButtonBlock.ts"
import { mergeHtml } from "../mergeText.ts"
import { cell, layoutTable, styleOf, withAddress } from "./markup.ts"
import { fontStyle, type Place, placeWithin, readableOn } from "./Place.ts"

/** A link that looks like a button; words and address are Liquid templates already. Without a colour it has the document's, else the layout's. */
interface ButtonLink {
  readonly words: string
  readonly href: string
  readonly color?: string | undefined
  readonly textColor?: string | undefined
  readonly isWide?: boolean
}

/** A button in a place. */
export const buttonLink = ({ words, href, color, textColor, isWide = false }: ButtonLink, place: Place): string => {
  const given = color ?? place.settings.button_color
  const shown = given ?? lightColors.accent
  const style = styleOf(
    "display:inline-block",
    "padding:12px 24px",
    fontStyle(place),
    "font-size:16px",
    "line-height:20px",
    "font-weight:bold",
    `color:${textColor ?? readableOn(shown)}`,
    "text-decoration:none"
  )
  // A button without a colour follows the scheme where the layout's background does.
  const isOwn = given !== undefined || textColor !== undefined || place.background !== undefined
  // Outlook for Windows knows no padding of links, and takes that of the cell.
  const cellStyle = `background-color:${shown};border-radius:6px;mso-padding-alt:12px 24px`
  return `<table ${layoutTable}${isWide ? ` width="100%"` : ""}><tr><td align="center"${isOwn ? "" : ` class="shell-button"`} bgcolor="${shown}" style="${cellStyle}"><a href="${href}" style="${style}">${words}</a></td></tr></table>`
}

/** A button as HTML; nothing without words or an address. */
export const buttonHtml = (block: ButtonBlock, place: Place): string => {
  const { text, link, color, text_color: textColor, align = "left", background, full_width: isWide = false } = block
  const words = mergeHtml(text.trim())
  if (words === "") return ""
  return withAddress(link, (href) =>
    cell(buttonLink({ words, href, color, textColor, isWide }, placeWithin(place, background)), {
      attributes: ` align="${align}"`,
      background
    })
  )
}
