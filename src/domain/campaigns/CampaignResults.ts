import { Schema } from "effect"
import { Revenue } from "../messages/ListedMessage.ts"
import { AudienceSums } from "../reports/AudienceSums.ts"
import { LeftOutRule } from "./LeftOut.ts"

/**
 * The outcomes of one variant's messages, by its place. `skipped` are those of no cancellation. `delivered` is null, which is unknown, where no
 * provider reports deliveries. `clicked` counts people. `revenue` is of attributed orders (contract §3).
 */
export const VariantResults = Schema.Struct({
  variant: Schema.Int,
  queued: Schema.Int,
  held: Schema.Int,
  sent: Schema.Int,
  captured: Schema.Int,
  delivered: Schema.NullOr(Schema.Int),
  bounced: Schema.Int,
  clicked: Schema.Int,
  failed: Schema.Int,
  skipped: Schema.Int,
  cancelled: Schema.Int,
  unsubscribed: Schema.Int,
  complained: Schema.Int,
  revenue: Schema.Array(Revenue)
}).annotate({ identifier: "CampaignVariantResults" })
export type VariantResults = typeof VariantResults.Type

/**
 * `links`: the hundred that most people clicked. `resent_as`: the campaign that sends it again; null without one. `enrolled`: contacts of the audience so far; `waiting`: those whose message is not due or not queued yet.
 */
export const CampaignResults = Schema.Struct({
  sums: AudienceSums,
  enrolled: Schema.Int,
  waiting: Schema.Int,
  left_out: Schema.Array(Schema.Struct({ rule: LeftOutRule, count: Schema.Int })),
  variants: Schema.Array(VariantResults),
  links: Schema.Array(Schema.Struct({ variant: Schema.Int, url: Schema.String, people: Schema.Int })),
  resent_as: Schema.NullOr(Schema.String)
}).annotate({ identifier: "CampaignResults" })
export type CampaignResults = typeof CampaignResults.Type
