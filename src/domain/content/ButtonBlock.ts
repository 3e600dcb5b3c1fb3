import { Schema } from "effect"
import { Color } from "../values/Color.ts"
import { text } from "../values/Text.ts"
import { Alignment, blockMembers } from "./blockParts.ts"
import { LinkAddress } from "./ContentAddress.ts"

/** A link that looks like a button. Without `text_color` its words are black or white, whichever can be read. */
export const ButtonBlock = Schema.Struct({
  type: Schema.Literal("button"),
  ...blockMembers,
  text: text(200),
  link: LinkAddress,
  color: Schema.optionalKey(Color),
  text_color: Schema.optionalKey(Color),
  align: Schema.optionalKey(Alignment),
  full_width: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "ButtonBlock" })
export type ButtonBlock = typeof ButtonBlock.Type
