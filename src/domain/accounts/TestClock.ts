import { Schema } from "effect"
import { FlowDuration } from "../flows/FlowDuration.ts"
import { Timestamp } from "../values/Time.ts"

/** What time it is for an account. Only that of a test account can be advanced. */
export const AccountTestClock = Schema.Struct({ is_test: Schema.Boolean, now: Timestamp }).annotate({
  identifier: "TestClock"
})
export type AccountTestClock = typeof AccountTestClock.Type

/** How far a test account's clock goes forward: `"7 days"`. */
export const Advance = Schema.Struct({ advance: FlowDuration }).annotate({ identifier: "AdvanceTestClock" })
