import { Schema } from "effect"

/**
 * How many of an audience met each end, or none yet: `audience` is the sum of the others up to `cancelled` (contract §15). `skipped_by` are the
 * skipped by reason: a rule that leaves contacts out, or the reason of a message.
 */
export const AudienceSums = Schema.Struct({
  audience: Schema.Int,
  waiting: Schema.Int,
  held: Schema.Int,
  sent: Schema.Int,
  captured: Schema.Int,
  skipped: Schema.Int,
  failed: Schema.Int,
  cancelled: Schema.Int,
  skipped_by: Schema.Array(Schema.Struct({ reason: Schema.String, count: Schema.Int }))
}).annotate({ identifier: "AudienceSums" })
export type AudienceSums = typeof AudienceSums.Type
