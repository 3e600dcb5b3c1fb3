import type { Block, ColumnsBlock, SimpleBlock } from "../Block.ts"
import type { HtmlBlock } from "../HtmlBlock.ts"
import { whereShown } from "../shownBlocks.ts"
import { networks, type SocialBlock } from "../SocialBlock.ts"
import type { DividerBlock, SpaceBlock } from "../SpacingBlocks.ts"
import { buttonHtml } from "./buttonHtml.ts"
import { columnHtml, columnWidth, rowHtml } from "./columnsHtml.ts"
import { imageHtml } from "./imageHtml.ts"
import { cell, layoutTable, styleOf, withAddress } from "./markup.ts"
import { linkColor, type Place, placeWithin, textColor } from "./Place.ts"
import { productsHtml } from "./productsHtml.ts"
import { cartHtml, couponHtml } from "./storeHtml.ts"
import { textHtml, textStyle } from "./textHtml.ts"

const bare = (style: string, attributes = ""): string =>
  `<table ${layoutTable} width="100%"><tr><td${attributes} style="${style}">&nbsp;</td></tr></table>`

const dividerHtml = ({ color = "#d0d7de", thickness = 1, background }: DividerBlock): string =>
  cell(bare(`border-top:${thickness}px solid ${color};font-size:1px;line-height:1px`), { background })

const spaceHtml = ({ height, background }: SpaceBlock): string =>
  bare(
    styleOf(
      background === undefined ? undefined : `background-color:${background}`,
      `height:${height}px`,
      "font-size:1px",
      `line-height:${height}px`
    ),
    ` height="${height}"${background === undefined ? "" : ` bgcolor="${background}"`}`
  )

const socialHtml = ({ links, align = "center", background }: SocialBlock, place: Place): string => {
  const inner = placeWithin(place, background)
  const { color } = textColor(inner)
  const shown = linkColor(inner, color)
  const style = styleOf(shown === undefined ? undefined : `color:${shown}`, "text-decoration:underline")
  const anchors = links
    .map(({ network, link }) =>
      withAddress(link, (href) => `<a href="${href}" style="${style}">${networks[network]}</a> &nbsp; `)
    )
    .join("")
  if (anchors === "") return ""
  return cell(anchors, { attributes: ` align="${align}"`, background, style: textStyle(inner, color) })
}

const ownHtml = ({ html, background }: HtmlBlock, place: Place): string => {
  if (html.trim() === "") return ""
  const inner = placeWithin(place, background)
  return cell(`\n${html}\n`, {
    attributes: ` dir="auto"`,
    background,
    style: textStyle(inner, textColor(inner).color)
  })
}

const keysOf = (block: Block, place: Place): ReadonlyArray<string> => {
  const key = place.keys.get(block)
  if (key !== undefined) return [key]
  return block.type === "columns"
    ? keysOfAll(
        block.columns.flatMap(({ blocks }) => blocks),
        place
      )
    : []
}

/** The keys of blocks of which each may be hidden: what stands around them is hidden with all of them. Empty where one is always shown. */
export const keysOfAll = (blocks: ReadonlyArray<Block>, place: Place): ReadonlyArray<string> => {
  const all = blocks.map((block) => keysOf(block, place))
  return all.some(({ length }) => length === 0) ? [] : all.flat()
}

/** Blocks below each other as a Liquid template; empty where none shows anything. */
export const blocksHtml = (blocks: ReadonlyArray<Block>, place: Place): string =>
  blocks
    .map((block) => {
      const key = place.keys.get(block)
      return whereShown(key === undefined ? [] : [key], blockHtml(block, place))
    })
    .filter((block) => block !== "")
    .join("\n")

const columnsHtml = ({ columns, background }: ColumnsBlock, place: Place): string => {
  const inner = placeWithin(place, background)
  const ofColumn = { ...inner, width: columnWidth(inner.width, columns.length) }
  const html = columns.map(({ blocks }) => {
    const own = blocksHtml(blocks, ofColumn)
    return columnHtml(own === "" ? "&nbsp;" : own, inner.width, columns.length)
  })
  const within = columns.flatMap(({ blocks }) => blocks)
  return whereShown(keysOfAll(within, place), cell(rowHtml(html.join(""), inner.width), { background }))
}

const renderers: {
  readonly [Type in Block["type"]]: (block: Extract<Block, { readonly type: Type }>, place: Place) => string
} = {
  text: textHtml,
  image: imageHtml,
  button: buttonHtml,
  divider: dividerHtml,
  space: spaceHtml,
  social: socialHtml,
  products: productsHtml,
  cart: cartHtml,
  coupon: couponHtml,
  html: ownHtml,
  columns: columnsHtml
}

const rendered = <Type extends Block["type"]>(
  type: Type,
  block: Extract<Block, { readonly type: Type }>,
  place: Place
): string => renderers[type](block, place)

/** A block as HTML that is a Liquid template of its own; empty for one that shows nothing. Pure. */
export const blockHtml = (block: Block | SimpleBlock, place: Place): string => rendered(block.type, block, place)
