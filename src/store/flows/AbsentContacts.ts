import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"
import { texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { type CheckedFlow, checkedFlows } from "./checkedFlows.ts"

/** The position behind an order: its time in milliseconds, and its id. */
export interface OrderPosition {
  readonly placed_at: number
  readonly order_id: bigint
}

const CheckedRow = Schema.Struct({ duration: Schema.String, checked_until: Schema.NullOr(Millis) })
const OrderRow = Schema.Struct({ order_id: Schema.BigInt, placed_at: Millis, contact_id: Schema.String })

/** Orders of one page. */
const pageSize = 500

/** The contacts whose last order is as long ago as a flow says. All members but `due` join the open transaction. */
export interface AbsentContacts {
  readonly due: ReturnType<typeof checkedFlows>["due"]
  /** Locks the flow and gives how far it is checked. Undefined if another process has it, or if it is no longer such a flow. */
  readonly lock: (flow: CheckedFlow) => Effect.Effect<typeof CheckedRow.Type | undefined, SqlError.SqlError>
  /** The next last orders of contacts that were placed up to `until`, after a position. Locks their contacts; `next` is null at the end. */
  readonly page: (
    account_id: string,
    after: OrderPosition,
    until: number
  ) => Effect.Effect<
    { readonly contacts: ReadonlyArray<Contact>; readonly next: OrderPosition | null },
    SqlError.SqlError
  >
  readonly setChecked: ReturnType<typeof checkedFlows>["setChecked"]
}

export const makeAbsentContacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const part: AbsentContacts = {
    ...checkedFlows(sql, "no_order_for"),
    lock: ({ account_id, flow_id }) =>
      sql`SELECT trigger_detail AS duration, checked_until FROM flows
            WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND status = 'active' AND trigger_type = 'no_order_for'
            FOR NO KEY UPDATE SKIP LOCKED`.pipe(queryOne(CheckedRow)),
    page: Effect.fnUntraced(function* (account_id, after, until) {
      const orders = yield* sql`
            SELECT o.order_id, o.placed_at, o.contact_id FROM orders o
            JOIN contacts c ON c.account_id = ${account_id} AND c.contact_id = o.contact_id AND c.last_order_at = o.placed_at
            WHERE o.account_id = ${account_id} AND o.placed_at <= ${timeText(until)}::timestamptz
              AND (o.placed_at, o.order_id) > (${timeText(after.placed_at)}::timestamptz, ${String(after.order_id)}::bigint)
            ORDER BY o.placed_at, o.order_id LIMIT ${pageSize}::int`.pipe(query(OrderRow))
      const last = orders.length < pageSize ? undefined : orders.at(-1)
      const locked = yield* sql`
            SELECT ${sql.literal(contactRowColumns)} FROM contacts
            WHERE account_id = ${account_id} AND contact_id = ANY (${texts(orders.map(({ contact_id }) => contact_id))})
            ORDER BY contact_id FOR NO KEY UPDATE`.pipe(query(ContactRow))
      // An order that was placed before the lock ends the absence.
      const contacts = locked.filter(({ last_order_at }) => last_order_at !== null && last_order_at <= until)
      return { contacts, next: last ?? null }
    })
  }
  return part
})
