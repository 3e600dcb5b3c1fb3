import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { durationMillis } from "../../domain/flows/FlowDuration.ts"
import { type KnownView, maxViewDelay, type ViewRule } from "../../domain/visits/viewTriggers.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { type CheckedFlow, checkedFlows } from "./checkedFlows.ts"
import { FlowVersions } from "./FlowVersions.ts"
import { type LockedFlow, lockedFlow } from "./lockedFlow.ts"

/** The place of a view among those that come due. */
export interface DueView {
  readonly due_at: number
  readonly visitor_id: string
  readonly view_id: string
}

/** A product that a contact looked at, with the newest views of it, newest first. */
export interface ViewedProduct {
  readonly contact: Contact
  readonly product_id: string
  readonly views: ReadonlyArray<KnownView>
}

const DueRow = Schema.Struct({
  contact_id: Schema.String,
  product_id: Schema.String,
  visitor_id: Schema.String,
  view_id: Schema.String,
  due_at: Millis
})
const ViewRow = Schema.Struct({
  contact_id: Schema.String,
  product_id: Schema.String,
  viewed_at: Millis,
  known_at: Schema.NullOr(Millis)
})

/** Views of one page. */
const pageSize = 500

/** The products that contacts looked at and left, as a flow says. All members but `due` join the open transaction. */
export interface ViewedProducts {
  readonly due: ReturnType<typeof checkedFlows>["due"]
  /** Locks the flow. Undefined if another process has it, or if it is no longer such a flow. */
  readonly lock: (flow: CheckedFlow) => Effect.Effect<LockedFlow<ViewRule> | undefined, SqlError.SqlError>
  /**
   * The products of the next views that came due after a place and up to `flow.now`, without those that were looked at again since or too seldom,
   * and those of which the flow has a run or a rejection for their last view. Locks their contacts; `next` is null at the end.
   */
  readonly page: (
    flow: CheckedFlow,
    rule: ViewRule,
    after: DueView
  ) => Effect.Effect<
    { readonly products: ReadonlyArray<ViewedProduct>; readonly next: DueView | null },
    SqlError.SqlError
  >
  readonly setChecked: ReturnType<typeof checkedFlows>["setChecked"]
}

export const makeViewedProducts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* FlowVersions

  // Found by two indexes: views whose time has come since, and views that were known only when their time had come.
  const dueViews = ({ account_id, flow_id, now }: CheckedFlow, rule: ViewRule, after: DueView) => {
    const millis = durationMillis(rule.duration)
    const span = (milliseconds: number) => sql`${milliseconds}::float8 * interval '1 millisecond'`
    const viewedUntil = sql`${timeText(now - millis)}::timestamptz`
    const views = (due_at: Fragment, range: Fragment) => sql`
          SELECT contact_id, product_id, visitor_id, view_id, viewed_at, ${due_at} AS due_at FROM product_views
          WHERE account_id = ${account_id} AND contact_id IS NOT NULL AND ${range}`
    const ofProduct = sql`v.account_id = ${account_id} AND v.contact_id = found.contact_id AND v.product_id = found.product_id`
    const causeKey = sql`'product_viewed|' || found.contact_id || '|' || found.product_id || '|' || round(date_part('epoch', last.viewed_at) * 1000)::bigint`
    return sql`
          SELECT found.contact_id, found.product_id, found.visitor_id, found.view_id, found.due_at FROM (
            ${views(
              sql`viewed_at + ${span(millis)}`,
              sql`viewed_at >= ${timeText(after.due_at - millis)}::timestamptz AND viewed_at <= ${viewedUntil}
                AND (known_at IS NULL OR known_at <= viewed_at + ${span(millis)})`
            )}
            UNION ALL
            ${views(
              sql`known_at`,
              sql`known_at >= ${timeText(after.due_at)}::timestamptz AND known_at <= ${timeText(now)}::timestamptz
                AND known_at > viewed_at + ${span(millis)} AND known_at <= viewed_at + ${span(maxViewDelay)}`
            )}
          ) found
          CROSS JOIN LATERAL (SELECT max(v.viewed_at) AS viewed_at FROM product_views v
            WHERE ${ofProduct} AND v.viewed_at >= found.viewed_at) last
          WHERE (found.due_at, found.visitor_id, found.view_id) > (${timeText(after.due_at)}::timestamptz, ${after.visitor_id}, ${after.view_id})
            AND last.viewed_at <= ${viewedUntil}
            AND (SELECT count(*) FROM (SELECT FROM product_views v WHERE ${ofProduct} AND v.viewed_at <= last.viewed_at
              AND v.viewed_at > last.viewed_at - ${span(durationMillis(rule.within))} LIMIT ${rule.times}::int) counted) >= ${rule.times}::int
            AND NOT EXISTS (SELECT FROM flow_runs r WHERE r.account_id = ${account_id} AND r.flow_id = ${flow_id} AND r.cause_key = ${causeKey})
            AND NOT EXISTS (SELECT FROM flow_rejections j WHERE j.account_id = ${account_id} AND j.flow_id = ${flow_id} AND j.cause_key = ${causeKey})
          ORDER BY found.due_at, found.visitor_id, found.view_id LIMIT ${pageSize}::int`
  }

  const part: ViewedProducts = {
    ...checkedFlows(sql, "product_viewed"),
    lock: lockedFlow(sql, versions, "product_viewed", (trigger) =>
      trigger.type === "product_viewed" ? trigger : undefined
    ),
    page: Effect.fnUntraced(function* (flow, rule, after) {
      const { account_id } = flow
      const due = yield* dueViews(flow, rule, after).pipe(query(DueRow))
      const next = due.length < pageSize ? null : (due.at(-1) ?? null)
      if (due.length === 0) return { products: [], next }
      const contacts = yield* sql`
            SELECT ${sql.literal(contactRowColumns)} FROM contacts
            WHERE account_id = ${account_id} AND contact_id = ANY (${texts(due.map(({ contact_id }) => contact_id))})
            ORDER BY contact_id FOR NO KEY UPDATE`.pipe(query(ContactRow))
      // Read after the locks: an order or a view that was stored before them counts.
      const views = yield* sql`
            SELECT key.contact_id, key.product_id, v.viewed_at, v.known_at
            FROM (SELECT DISTINCT contact_id, product_id FROM unnest(${texts(due.map(({ contact_id }) => contact_id))},
              ${texts(due.map(({ product_id }) => product_id))}) AS r (contact_id, product_id)) AS key
            CROSS JOIN LATERAL (SELECT viewed_at, known_at FROM product_views
              WHERE account_id = ${account_id} AND contact_id = key.contact_id AND product_id = key.product_id
              ORDER BY viewed_at DESC LIMIT ${rule.times}::int) v
            ORDER BY key.contact_id, key.product_id, v.viewed_at DESC LIMIT ${pageSize * rule.times}::int`.pipe(
        query(ViewRow)
      )
      const owners = new Map(contacts.map((contact) => [contact.contact_id, contact]))
      const products = Map.groupBy(views, ({ contact_id, product_id }) => `${contact_id}|${product_id}`)
      return {
        next,
        products: [...products.values()].flatMap((of): ReadonlyArray<ViewedProduct> => {
          const contact = owners.get(of[0]?.contact_id ?? "")
          const product_id = of[0]?.product_id
          return contact === undefined || product_id === undefined ? [] : [{ contact, product_id, views: of }]
        })
      }
    })
  }
  return part
})
