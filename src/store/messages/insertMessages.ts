import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { NewMessage } from "../../domain/messages/Message.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { rowsJson } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

const queryIds = query(Schema.Struct({ message_id: Schema.String }))

/** Queues messages for sending, due now, and returns the ids of those that were. Idempotent: a message whose key the account already has is skipped. */
export const insertMessages = (
  sql: SqlClient.SqlClient,
  messages: ReadonlyArray<
    NewMessage & { readonly message_id: string; readonly coupons?: ReadonlyArray<string> | null }
  >,
  now: number
) => {
  const account = accountOf(sql, messages)
  const rows = messages.map(({ cart, product, ...message }) => ({
    ...message,
    topic: message.topic ?? null,
    sender_id: message.sender_id ?? null,
    cart_id: cart?.cart_id ?? null,
    cart_changed_at: timeText(cart?.changed_at ?? null),
    product_id: product?.product_id ?? null,
    variant_id: product?.variant_id ?? null,
    old_price: product?.old_price ?? null,
    order_id: message.order_id === null ? null : String(message.order_id)
  }))
  return queryIds(sql`
    INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, class, topic, sender_id, layout, flow_id, run_id, step_id, order_id, event_id, cart_id, cart_changed_at, product_id, variant_id, old_price, coupons, contents,
      subject, body, status, due_at, created_at, updated_at)
    SELECT ${account("account_id")}, message_id, key, contact_id, channel, purpose, class, topic, sender_id, layout, flow_id, run_id, step_id, order_id, event_id, cart_id, cart_changed_at, product_id, variant_id, old_price, coupons, contents, subject, body,
      'queued', at.now, at.now, at.now
    FROM (SELECT ${timeText(now)}::timestamptz AS now) at, json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text,
      message_id text, key text, contact_id text, channel text, purpose text, class text, topic text, sender_id text, layout text, flow_id text, run_id text, step_id text, order_id bigint, event_id text, cart_id text, cart_changed_at timestamptz, product_id text, variant_id text, old_price numeric, coupons text[], contents json, subject text, body text)
    ORDER BY account_id, key
    ON CONFLICT (account_id, key) DO NOTHING RETURNING message_id`)
}
