import { Schema } from "effect"
import { Conditions } from "../conditions/Condition.ts"
import { Color } from "../values/Color.ts"

export const Alignment = Schema.Literals(["left", "center", "right"])
export type Alignment = typeof Alignment.Type

export const integer = (minimum: number, maximum: number) =>
  Schema.Int.check(
    Schema.isBetween({ minimum, maximum }, { message: `Must be a whole number from ${minimum} to ${maximum}` })
  )

/** Members that every block may have. */
export const blockMembers = {
  shown_if: Schema.optionalKey(
    Conditions.annotate({
      description:
        "The contacts that the block is shown to: groups of conditions, judged when the message is sent. Shown to all without any."
    })
  ),
  background: Schema.optionalKey(Color.annotate({ description: "The colour behind the block, in both schemes." }))
} as const
