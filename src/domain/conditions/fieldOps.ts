import type { Op } from "./Condition.ts"
import type { FieldKind } from "./Facts.ts"

const presence = ["exists", "not_exists"] as const
const equality = ["eq", "neq"] as const
const order = ["gt", "gte", "lt", "lte"] as const
const parts = ["contains", "not_contains"] as const
const recency = ["within", "not_within"] as const

/** The operators that compare a field of a kind. */
export const fieldOps: Readonly<Record<FieldKind, ReadonlyArray<Op>>> = {
  number: [...equality, ...order, "in", ...presence],
  text: [...equality, ...parts, "in", ...presence],
  boolean: [...equality, ...presence],
  list: [...parts, ...presence],
  time: [...order, ...recency, ...presence],
  any: [...equality, ...order, ...parts, "in", ...recency, "within_next", ...presence]
}
