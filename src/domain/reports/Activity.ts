import { Schema } from "effect"
import { FlowStatus } from "../flows/Flow.ts"
import { Revenue } from "../messages/ListedMessage.ts"
import { AudienceSums } from "./AudienceSums.ts"

/** The days that a report covers, up to and including today. */
export const Period = Schema.Literals(["7", "30", "90", "365"])

/** A figure of each day of the period, oldest first, and of each day of as many days before it. */
const Counts = Schema.Struct({ days: Schema.Array(Schema.Int), previous: Schema.Array(Schema.Int) })
export type Counts = typeof Counts.Type

/** `Counts` that are null, which is unknown, for some days. */
const KnownCounts = Schema.Struct({
  days: Schema.Array(Schema.NullOr(Schema.Int)),
  previous: Schema.Array(Schema.NullOr(Schema.Int))
})

/** `Counts` of amounts, as decimal text. */
const Amounts = Schema.Struct({ days: Schema.Array(Schema.String), previous: Schema.Array(Schema.String) })

/** Orders of one currency without voided and refunded ones, their revenue, and the part of it attributed to messages. */
const Sales = Schema.Struct({ currency: Schema.String, orders: Counts, revenue: Amounts, attributed: Amounts })
export type Sales = typeof Sales.Type

/** A flow's messages and attributed revenue in the period. */
const TopFlow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  status: FlowStatus,
  sent: Schema.Int,
  captured: Schema.Int,
  clicked: Schema.Int,
  revenue: Schema.Array(Revenue)
})
export type TopFlow = typeof TopFlow.Type

const Named = Schema.NullOr(Schema.Struct({ id: Schema.String, name: Schema.String }))

/**
 * Problems that need attention: `count` runs that failed, e-mails that bounced or were marked as spam, texts that forms did not ask people with,
 * stores that took an order from another, codes that a nearly empty pool has left; of a flow, of a coupon, or of the account.
 */
const Attention = Schema.Struct({
  kind: Schema.Literals([
    "flow_stopped",
    "runs_failed",
    "bounces",
    "complaints",
    "texts_unsent",
    "orders_taken",
    "coupon_low",
    "coupon_empty"
  ]),
  flow: Named,
  coupon: Named,
  count: Schema.Int
})
export type Attention = typeof Attention.Type

/**
 * The figures of an account by day of its time zone (contract §13). `delivered` is unknown before the first day of which a provider reported a
 * delivery. `sums` tell what became of the messages of the period.
 */
export const Activity = Schema.Struct({
  timezone: Schema.String,
  days: Schema.Array(Schema.String),
  previous_days: Schema.Array(Schema.String),
  sales: Schema.Array(Sales),
  subscribers: Counts,
  flow_starts: Counts,
  sent: Counts,
  captured: Counts,
  delivered: KnownCounts,
  clicked: Counts,
  bounced: Counts,
  complained: Counts,
  sums: AudienceSums,
  flows: Schema.Array(TopFlow),
  attention: Schema.Array(Attention)
}).annotate({ identifier: "Activity" })
export type Activity = typeof Activity.Type
