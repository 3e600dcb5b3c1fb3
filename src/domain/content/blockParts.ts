import { Schema } from "effect"
import { Color } from "../values/Color.ts"

export const Alignment = Schema.Literals(["left", "center", "right"])
export type Alignment = typeof Alignment.Type

export const integer = (minimum: number, maximum: number) =>
  Schema.Int.check(
    Schema.isBetween({ minimum, maximum }, { message: `Must be a whole number from ${minimum} to ${maximum}` })
  )

/** Members that every block may have. */
export const blockMembers = {
  background: Schema.optionalKey(Color.annotate({ description: "The colour behind the block, in both schemes." }))
} as const
