import { Schema } from "effect"
import { blockMembers } from "./blockParts.ts"
import { ButtonBlock } from "./ButtonBlock.ts"
import { CartBlock } from "./CartBlock.ts"
import { CouponBlock } from "./CouponBlock.ts"
import { HtmlBlock } from "./HtmlBlock.ts"
import { ImageBlock } from "./ImageBlock.ts"
import { ProductsBlock } from "./ProductsBlock.ts"
import { SocialBlock } from "./SocialBlock.ts"
import { DividerBlock, SpaceBlock } from "./SpacingBlocks.ts"
import { TextBlock } from "./TextBlock.ts"

/** The most blocks of a document, those in columns included. */
export const maxBlocks = 200

const simple = [
  TextBlock,
  ImageBlock,
  ButtonBlock,
  DividerBlock,
  SpaceBlock,
  SocialBlock,
  ProductsBlock,
  CartBlock,
  CouponBlock,
  HtmlBlock
] as const

const kinds = "text, image, button, divider, space, social, products, cart, coupon"

/** A block that may stand in a column. */
export const SimpleBlock = Schema.Union(simple).annotate({ message: `Must have a type: ${kinds} or html` })
export type SimpleBlock = typeof SimpleBlock.Type

const Column = Schema.Struct({ blocks: Schema.Array(SimpleBlock).check(Schema.isMaxLength(maxBlocks)) })

/** Up to four columns of one width, which stand below each other on phones. */
export const ColumnsBlock = Schema.Struct({
  type: Schema.Literal("columns"),
  ...blockMembers,
  columns: Schema.Array(Column).check(Schema.isMinLength(1), Schema.isMaxLength(4))
}).annotate({ identifier: "ColumnsBlock" })
export type ColumnsBlock = typeof ColumnsBlock.Type

/** A part of a mail, as wide as the mail. */
export const Block = Schema.Union([...simple, ColumnsBlock]).annotate({
  message: `Must have a type: ${kinds}, html or columns`
})
export type Block = typeof Block.Type
