import { Schema } from "effect"
import { FlowDuration } from "../flows/FlowDuration.ts"
import { Timestamp } from "../values/Time.ts"

/** The current time of an account. Only a test account's clock can be advanced. */
export const AccountTestClock = Schema.Struct({ is_test: Schema.Boolean, now: Timestamp }).annotate({
  identifier: "TestClock"
})
export type AccountTestClock = typeof AccountTestClock.Type

/** The duration to advance a test account's clock by: `"7 days"`. */
export const Advance = Schema.Struct({ advance: FlowDuration }).annotate({ identifier: "AdvanceTestClock" })
