import { Schema } from "effect"
import { text } from "../values/Text.ts"
import { blockMembers } from "./blockParts.ts"

/** What is in the cart that the flow is about, with its total. `button` are the words of a button back to it. */
export const CartBlock = Schema.Struct({
  type: Schema.Literal("cart"),
  ...blockMembers,
  button: Schema.optionalKey(text(100))
}).annotate({ identifier: "CartBlock" })
export type CartBlock = typeof CartBlock.Type
