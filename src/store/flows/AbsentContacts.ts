import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Contact } from "../../domain/contacts/Contact.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { readAdvancedClocks } from "../accounts/readAccounts.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"
import { texts } from "../database/parameters.ts"
import { query, queryOne } from "../database/query.ts"
import { Millis, timeText } from "../database/timestamps.ts"
import { retried } from "../database/Transaction.ts"

/** An active flow that starts at an absence. `now` is the time on the account's clock, in milliseconds. */
export interface AbsenceFlow {
  readonly account_id: string
  readonly flow_id: string
  readonly now: number
}

/** The position behind an order: its time in milliseconds, and its id. */
export interface OrderPosition {
  readonly placed_at: number
  readonly order_id: bigint
}

const FlowRow = Schema.Struct({ account_id: Schema.String, flow_id: Schema.String })
const CheckedRow = Schema.Struct({ duration: Schema.String, checked_until: Schema.NullOr(Millis) })
const OrderRow = Schema.Struct({ order_id: Schema.BigInt, placed_at: Millis, contact_id: Schema.String })

/** Milliseconds between two looks for the contacts of a flow. */
const interval = 60_000
/** Flows of one round. */
const maxFlows = 100
/** Orders of one page. */
const pageSize = 500

/** The contacts whose last order is as long ago as a flow says. All members but `due` join the open transaction. */
export class AbsentContacts extends Context.Service<
  AbsentContacts,
  {
    /** The flows whose last look is a minute ago, longest ago first, and those of test accounts with an advanced clock. At most 100. */
    readonly due: (now: number) => Effect.Effect<ReadonlyArray<AbsenceFlow>, Unavailable>
    /** Locks the flow and gives how far it is checked. Undefined if another process has it, or if it is no longer such a flow. */
    readonly lock: (flow: AbsenceFlow) => Effect.Effect<typeof CheckedRow.Type | undefined, SqlError.SqlError>
    /** The next last orders of contacts that were placed up to `until`, after a position. Locks their contacts; `next` is null at the end. */
    readonly page: (
      account_id: string,
      after: OrderPosition,
      until: number
    ) => Effect.Effect<
      { readonly contacts: ReadonlyArray<Contact>; readonly next: OrderPosition | null },
      SqlError.SqlError
    >
    readonly setChecked: (flow: AbsenceFlow, checked_until: number) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/flows/AbsentContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AbsentContacts.of({
        due: (now) =>
          retried(
            Effect.gen(function* () {
              const clocks = yield* readAdvancedClocks(sql)
              const rows = yield* sql`
                SELECT account_id, flow_id FROM flows WHERE status = 'active' AND trigger_type = 'no_order_for'
                  AND (checked_until IS NULL OR checked_until <= ${timeText(now - interval)}::timestamptz
                    OR account_id = ANY (${texts([...clocks.keys()])}))
                ORDER BY checked_until NULLS FIRST LIMIT ${maxFlows}::int`.pipe(query(FlowRow))
              return rows.map((flow) => ({ ...flow, now: now + (clocks.get(flow.account_id) ?? 0) }))
            })
          ),
        lock: ({ account_id, flow_id }) =>
          sql`SELECT event_type AS duration, checked_until FROM flows
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
        }),
        setChecked: ({ account_id, flow_id }, checked_until) =>
          Effect.asVoid(sql`UPDATE flows SET checked_until = ${timeText(checked_until)}::timestamptz
            WHERE account_id = ${account_id} AND flow_id = ${flow_id}`)
      })
    })
  )
}
