import { Schema } from "effect"
import { Channel } from "../contacts/Consent.ts"
import { EventType } from "../events/EventInput.ts"
import { madeUpText } from "../json/Leaf.ts"
import { IdText } from "../values/Id.ts"
import { NonEmptyText } from "../values/Text.ts"
import { FlowDuration } from "../flows/FlowDuration.ts"

const Code = NonEmptyText.check(madeUpText(/^[A-Za-z0-9-]{1,20}$/))

/**
 * Which orders, events, messages or views of a contact are counted; an absent member does not filter. `within` is a duration before now.
 * `product_id` and `sku`: orders with a line item of that product or SKU, views of that product. `product_type`, `vendor` and `product_tag`: views
 * of products that have it now.
 */
export const HistoryFilter = Schema.Struct({
  within: Schema.optionalKey(FlowDuration),
  product_id: Schema.optionalKey(Code),
  sku: Schema.optionalKey(Code),
  product_type: Schema.optionalKey(Code),
  vendor: Schema.optionalKey(Code),
  product_tag: Schema.optionalKey(Code),
  event_type: Schema.optionalKey(EventType),
  flow_id: Schema.optionalKey(IdText),
  campaign_id: Schema.optionalKey(IdText),
  channel: Schema.optionalKey(Channel)
}).annotate({ identifier: "HistoryFilter" })
export type HistoryFilter = typeof HistoryFilter.Type
