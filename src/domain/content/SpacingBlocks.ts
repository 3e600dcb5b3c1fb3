import { Schema } from "effect"
import { Color } from "../values/Color.ts"
import { blockMembers, integer } from "./blockParts.ts"

/** A line across; `thickness` in pixels. */
export const DividerBlock = Schema.Struct({
  type: Schema.Literal("divider"),
  ...blockMembers,
  color: Schema.optionalKey(Color),
  thickness: Schema.optionalKey(integer(1, 20))
}).annotate({ identifier: "DividerBlock" })
export type DividerBlock = typeof DividerBlock.Type

/** An empty space; `height` in pixels. */
export const SpaceBlock = Schema.Struct({
  type: Schema.Literal("space"),
  ...blockMembers,
  height: integer(1, 200)
}).annotate({ identifier: "SpaceBlock" })
export type SpaceBlock = typeof SpaceBlock.Type
