import { Schema } from "effect"
import { text } from "../values/Text.ts"
import { Alignment, blockMembers, integer } from "./blockParts.ts"
import { ImageAddress, LinkAddress } from "./ContentAddress.ts"

/** A picture. `alt` is read where it is not shown; `width` in pixels, as wide as its place without one. */
export const ImageBlock = Schema.Struct({
  type: Schema.Literal("image"),
  ...blockMembers,
  src: ImageAddress,
  alt: text(1_000),
  link: Schema.optionalKey(LinkAddress),
  width: Schema.optionalKey(integer(1, 640)),
  align: Schema.optionalKey(Alignment)
}).annotate({ identifier: "ImageBlock" })
export type ImageBlock = typeof ImageBlock.Type
