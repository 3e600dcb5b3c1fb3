import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { KnownCart } from "../../domain/carts/cartJson.ts"
import { type CartRule, maxCartDelay } from "../../domain/carts/cartTriggers.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { durationMillis } from "../../domain/flows/FlowDuration.ts"
import { cartRowColumns } from "../carts/cartColumns.ts"
import { knownCart, KnownCartRow, knownOrders } from "../carts/cartOrders.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { type CheckedFlow, checkedFlows } from "./checkedFlows.ts"
import { FlowVersions } from "./FlowVersions.ts"
import { type LockedFlow, lockedFlow } from "./lockedFlow.ts"

/** The place of a cart among those that come due. */
export interface DueCart {
  readonly due_at: number
  readonly cart_key: string
}

const DueRow = Schema.Struct({
  cart_id: Schema.String,
  contact_id: Schema.String,
  cart_key: Schema.String,
  due_at: Millis
})

/** Carts of one page. */
const pageSize = 500

/** The carts that were left for as long as a flow says. All members but `due` join the open transaction. */
export interface AbandonedCarts {
  readonly due: ReturnType<typeof checkedFlows>["due"]
  /** Locks the flow. Undefined if another process has it, or if it is no longer such a flow. */
  readonly lock: (flow: CheckedFlow) => Effect.Effect<LockedFlow<CartRule> | undefined, SqlError.SqlError>
  /**
   * The next open carts that came due after a place and up to `flow.now`, and of which the flow has neither a run nor a rejection for their last
   * change. Locks their contacts and then the carts; `next` is null at the end.
   */
  readonly page: (
    flow: CheckedFlow,
    rule: CartRule,
    after: DueCart
  ) => Effect.Effect<
    {
      readonly carts: ReadonlyArray<KnownCart & { readonly contact: Contact }>
      readonly next: DueCart | null
    },
    SqlError.SqlError
  >
  readonly setChecked: ReturnType<typeof checkedFlows>["setChecked"]
}

export const makeAbandonedCarts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* FlowVersions

  // Found by two indexes: carts whose time has come since, and carts whose change was reported only when its time had come.
  const dueCarts = ({ account_id, flow_id, now }: CheckedFlow, { duration }: CartRule, after: DueCart) => {
    const millis = durationMillis(duration)
    const wait = sql`${millis}::float8 * interval '1 millisecond'`
    const until = sql`${timeText(now)}::timestamptz`
    const changedUntil = sql`${timeText(now - millis)}::timestamptz`
    const carts = (range: Fragment) => sql`
          SELECT cart_id, contact_id, cart_key, changed_at, greatest(changed_at + ${wait}, written_at) AS due_at FROM carts
          WHERE account_id = ${account_id} AND contact_id IS NOT NULL AND item_count > 0 AND NOT completed
            AND written_at - changed_at <= ${maxCartDelay}::float8 * interval '1 millisecond' AND ${range}`
    const causeKey = sql`'cart_abandoned|' || found.cart_id || '|' || round(date_part('epoch', found.changed_at) * 1000)::bigint`
    return sql`
          SELECT cart_id, contact_id, cart_key, due_at FROM (
            ${carts(sql`changed_at >= ${timeText(after.due_at - millis)}::timestamptz AND changed_at <= ${changedUntil}`)}
            UNION
            ${carts(sql`written_at >= ${timeText(after.due_at)}::timestamptz AND written_at <= ${until} AND changed_at <= ${changedUntil}`)}
          ) found
          WHERE (due_at, cart_key) > (${timeText(after.due_at)}::timestamptz, ${after.cart_key}) AND due_at <= ${until}
            AND NOT EXISTS (SELECT FROM flow_runs r WHERE r.account_id = ${account_id} AND r.flow_id = ${flow_id} AND r.cause_key = ${causeKey})
            AND NOT EXISTS (SELECT FROM flow_rejections j WHERE j.account_id = ${account_id} AND j.flow_id = ${flow_id} AND j.cause_key = ${causeKey})
          ORDER BY due_at, cart_key LIMIT ${pageSize}::int`
  }

  const part: AbandonedCarts = {
    ...checkedFlows(sql, "cart_abandoned"),
    lock: lockedFlow(sql, versions, "cart_abandoned", (trigger) =>
      trigger.type === "cart_abandoned" ? trigger : undefined
    ),
    page: Effect.fnUntraced(function* (flow, rule, after) {
      const { account_id } = flow
      const due = yield* dueCarts(flow, rule, after).pipe(query(DueRow))
      const next = due.length < pageSize ? null : (due.at(-1) ?? null)
      if (due.length === 0) return { carts: [], next }
      const contacts = yield* sql`
            SELECT ${sql.literal(contactRowColumns)} FROM contacts
            WHERE account_id = ${account_id} AND contact_id = ANY (${texts(due.map(({ contact_id }) => contact_id))})
            ORDER BY contact_id FOR NO KEY UPDATE`.pipe(query(ContactRow))
      yield* sql`SELECT FROM carts WHERE account_id = ${account_id} AND cart_id = ANY (${texts(due.map(({ cart_id }) => cart_id))})
            ORDER BY cart_id FOR NO KEY UPDATE`
      // Read after the locks: an order or a change that was stored before them counts.
      const carts = yield* sql`
            SELECT ${sql.literal(cartRowColumns)}, ${knownOrders(sql, sql`${account_id}`)} FROM carts
            WHERE account_id = ${account_id} AND cart_id = ANY (${texts(due.map(({ cart_id }) => cart_id))})
            ORDER BY cart_id LIMIT ${pageSize}::int`.pipe(query(KnownCartRow))
      const owners = new Map(contacts.map((contact) => [contact.contact_id, contact]))
      return {
        next,
        carts: carts.map(knownCart).flatMap((known) => {
          const contact = owners.get(known.cart.contact_id ?? "")
          return contact === undefined ? [] : [{ ...known, contact }]
        })
      }
    })
  }
  return part
})
