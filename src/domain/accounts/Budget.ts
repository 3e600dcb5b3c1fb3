import { Schema } from "effect"

const Window = Schema.Struct({ limit: Schema.Int, used: Schema.Int })

/** The calls counted in the current minute and UTC day, with their limits (contract §7). */
export const Budget = Schema.Struct({ minute: Window, day: Window }).annotate({ identifier: "Budget" })
export type Budget = typeof Budget.Type
