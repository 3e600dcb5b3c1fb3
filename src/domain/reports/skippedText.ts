import { Schema } from "effect"
import { LeftOutRule, leftOutText } from "../campaigns/LeftOut.ts"
import { reasonText } from "../reasons.ts"

const isRule = Schema.is(LeftOutRule)

/** A reason of `skipped_by` in words. Pure. */
export const skippedText = (reason: string): string => (isRule(reason) ? leftOutText(reason) : reasonText(reason))
