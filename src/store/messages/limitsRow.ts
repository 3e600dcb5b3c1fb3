import { DateTime, Schema } from "effect"
import type { SendingLimits } from "../../domain/messages/SendingLimits.ts"

const OptionalInt = Schema.NullOr(Schema.Int)

/** The columns of `limitColumns`. */
export const LimitsRow = Schema.Struct({
  messages_per_hour: OptionalInt,
  warm_up_start: OptionalInt,
  warm_up_growth: OptionalInt,
  warm_up_started_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  frequency_cap: OptionalInt,
  holdout_percent: Schema.Int,
  holdout_since: Schema.NullOr(Schema.DateTimeUtcFromDate)
})

/** The columns of `accounts` that hold the sending limits. */
export const limitColumns =
  "messages_per_hour, warm_up_start, warm_up_growth, warm_up_started_at, frequency_cap, holdout_percent, holdout_since"

/** The sending limits of a row. */
export const limitsOf = ({
  messages_per_hour,
  frequency_cap,
  holdout_percent,
  ...row
}: typeof LimitsRow.Type): SendingLimits => ({
  messages_per_hour,
  frequency_cap,
  holdout_percent,
  holdout_since: row.holdout_since === null ? null : DateTime.toEpochMillis(row.holdout_since),
  warm_up:
    row.warm_up_start === null || row.warm_up_growth === null
      ? null
      : { start: row.warm_up_start, growth: row.warm_up_growth },
  warm_up_started_at: row.warm_up_started_at === null ? null : DateTime.toEpochMillis(row.warm_up_started_at)
})
