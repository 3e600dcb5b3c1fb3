import { Schema } from "effect"
import { text } from "../values/Text.ts"
import { blockMembers } from "./blockParts.ts"

/** HTML as a Liquid template of its own, which opens and closes all its elements and tags. */
export const HtmlBlock = Schema.Struct({
  type: Schema.Literal("html"),
  ...blockMembers,
  html: text(100_000)
}).annotate({ identifier: "HtmlBlock" })
export type HtmlBlock = typeof HtmlBlock.Type
