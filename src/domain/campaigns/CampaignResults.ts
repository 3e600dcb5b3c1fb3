import { Schema } from "effect"
import { Revenue } from "../messages/ListedMessage.ts"
import { LeftOutRule } from "./LeftOut.ts"

/**
 * The outcomes of one variant's messages, by its place. `skipped` are those of no cancellation. `clicked` counts people. `revenue` is of
 * attributed orders (contract §3).
 */
export const VariantResults = Schema.Struct({
  variant: Schema.Int,
  queued: Schema.Int,
  held: Schema.Int,
  sent: Schema.Int,
  captured: Schema.Int,
  delivered: Schema.Int,
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

/** How many contacts of the audience met each end, or none yet. `audience` is the sum of all others (contract §15). */
export const CampaignSums = Schema.Struct({
  audience: Schema.Int,
  waiting: Schema.Int,
  held: Schema.Int,
  sent: Schema.Int,
  captured: Schema.Int,
  skipped: Schema.Int,
  failed: Schema.Int,
  cancelled: Schema.Int
}).annotate({ identifier: "CampaignSums" })
export type CampaignSums = typeof CampaignSums.Type

/** `enrolled`: contacts of the audience so far; `waiting`: those whose message is not due or not queued yet. */
export const CampaignResults = Schema.Struct({
  sums: CampaignSums,
  enrolled: Schema.Int,
  waiting: Schema.Int,
  left_out: Schema.Array(Schema.Struct({ rule: LeftOutRule, count: Schema.Int })),
  variants: Schema.Array(VariantResults)
}).annotate({ identifier: "CampaignResults" })
export type CampaignResults = typeof CampaignResults.Type

type OwnCount = "queued" | "held" | "sent" | "captured" | "skipped" | "failed" | "cancelled"

/**
 * Adds up what became of a campaign's audience: each contact is one that waits, one that is left out, or has a message of a variant. The
 * messages of contacts who were merged or erased count still, contacts who went before they had one do not. Pure.
 */
export const campaignSums = ({
  waiting,
  left_out,
  variants
}: Pick<CampaignResults, "waiting" | "left_out"> & {
  readonly variants: ReadonlyArray<Pick<VariantResults, OwnCount>>
}): CampaignSums => {
  const of = (name: OwnCount) => variants.reduce((sum, variant) => sum + variant[name], 0)
  const leftOut = (isCancelled: boolean) =>
    left_out.reduce((sum, { rule, count }) => sum + ((rule === "cancelled") === isCancelled ? count : 0), 0)
  const sums = {
    waiting: waiting + of("queued"),
    held: of("held"),
    sent: of("sent"),
    captured: of("captured"),
    skipped: of("skipped") + leftOut(false),
    failed: of("failed"),
    cancelled: of("cancelled") + leftOut(true)
  }
  return { audience: Object.values(sums).reduce((sum, count) => sum + count, 0), ...sums }
}
