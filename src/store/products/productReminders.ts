import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { ProductReminder } from "../../domain/products/productReminder.ts"
import type { OfferedState } from "../../domain/products/productTurns.ts"
import { Millis } from "../sql/timestamps.ts"
import type { TemplateRow } from "../messages/templateData.ts"

const Cause = Schema.Struct({
  rule: Schema.Union([
    Schema.Struct({ type: Schema.Literals(["back_in_stock", "product_viewed"]) }),
    Schema.Struct({ type: Schema.Literal("price_dropped"), percent: Schema.Number })
  ]),
  caused_at: Schema.Number,
  asked: Schema.Boolean
})

/** The cause of a message's run, if a product started it, and what decides whether the product can be bought now. */
export const ProductReminderRow = Schema.Struct({
  product_cause: Schema.NullOr(Schema.fromJsonString(Cause)),
  product_removed: Schema.NullOr(Schema.Boolean),
  product_published: Schema.NullOr(Schema.Boolean),
  product_in_stock: Schema.NullOr(Schema.Boolean),
  product_restocks: Schema.NullOr(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Number))),
  buyer_last_order_at: Schema.NullOr(Millis)
})

/**
 * The columns of a `ProductReminderRow`. Requires the table `products`, whose row may be missing, the table alias `contact`, and `m`, the messages of
 * `account`. The key of a run's cause ends in the time of the cause.
 */
export const productReminderColumns = (sql: SqlClient.SqlClient, account: Fragment): Fragment => sql`
  CASE WHEN m.product_id IS NOT NULL AND m.run_id IS NOT NULL THEN (
    SELECT json_build_object('rule', version.definition -> 'trigger', 'caused_at', substring(run.cause_key FROM '[0-9]+$')::bigint,
      'asked', EXISTS (SELECT FROM restock_requests request WHERE request.account_id = ${account}
        AND request.contact_id = m.contact_id AND request.run_id = m.run_id))
    FROM flow_runs run
    JOIN flow_versions version ON version.account_id = ${account} AND version.flow_id = run.flow_id AND version.version = run.version
    WHERE run.account_id = ${account} AND run.run_id = m.run_id) END::text AS product_cause,
  products.removed AS product_removed, products.published AS product_published, products.in_stock AS product_in_stock,
  products.restocks::text AS product_restocks, contact.last_order_at AS buyer_last_order_at`

/** What a message about a product is decided on; null for a message about none. */
export const productReminderOf = (
  row: typeof ProductReminderRow.Type & Pick<typeof TemplateRow.Type, "product">
): ProductReminder | null => {
  const { product_cause: cause, product, buyer_last_order_at: last_order_at } = row
  if (cause === null || product === null) return null
  const { variant_id, old_price } = product
  return { ...cause, variant_id, old_price, last_order_at, product: offeredState(row) }
}

const offeredState = ({
  product_removed: removed,
  product_published: published,
  product_in_stock: in_stock,
  product_restocks: restocks,
  product
}: typeof ProductReminderRow.Type & Pick<typeof TemplateRow.Type, "product">): OfferedState | undefined =>
  removed === null || published === null || in_stock === null
    ? undefined
    : { removed, published, in_stock, restocks: restocks ?? {}, variants: product?.variants ?? [] }
