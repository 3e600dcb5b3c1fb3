import { Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { rules } from "../../domain/contacts/Consent.ts"
import { formatAmount } from "../../domain/orders/Currency.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice, ListPosition } from "../../domain/lists/ListPosition.ts"
import { Happening, type TimelineItem } from "../../domain/contacts/Timeline.ts"
import { keyset } from "../sql/paging.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { timeText } from "../sql/timestamps.ts"

/** Without items a contact has one row of nulls. */
const ItemRow = Schema.Struct({
  id: Schema.NullOr(Schema.String),
  at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  happening: Schema.NullOr(Schema.fromJsonString(Happening))
})

// Amounts get the decimals of their currency, and rules their sentences.
const formatted = (happening: typeof Happening.Type): typeof Happening.Type => {
  if (happening.type === "order") {
    return { ...happening, total_amount: formatAmount(happening.total_amount, happening.currency_code) }
  }
  if (happening.type !== "consent") return happening
  const entry = Object.entries(rules).find(([rule]) => rule === happening.rule)
  return { ...happening, rule: entry?.[1] ?? happening.rule }
}

/** The orders, events, views of products, consent changes, flow runs, messages and clicks of a contact in one list. */
export interface Timelines {
  /** The items before the position, newest first. One statement merges the newest items of each kind, found by an index. */
  readonly timeline: (
    contact: { readonly account_id: string; readonly contact_id: string },
    slice: KeysetSlice<ListPosition>
  ) => Effect.Effect<ReadonlyArray<TimelineItem>, NotFound | Unavailable>
}

export const makeTimelines = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Ids break ties of time: the letter sorts causes before their effects, and ids of one kind sort by time.
  const kinds = (account: Statement.Fragment): ReadonlyArray<Statement.Fragment> => {
    const kind = (letter: string, id: string, at: string, members: string, from: Statement.Fragment, when = "true") =>
      sql`SELECT ${sql.literal(`'${letter}_' || ${id} COLLATE "C" AS id, ${at} AS at, json_build_object(${members})`)} AS happening
            FROM ${from} WHERE x.account_id = ${account} AND x.contact_id = contact.contact_id AND ${sql.literal(when)}`
    const messageMembers = `'message_id', message_id, 'channel', channel, 'subject', subject, 'flow_name', f.name`
    const messages = sql`messages x LEFT JOIN flows f ON f.account_id = ${account} AND f.flow_id = x.flow_id`
    return [
      kind(
        "a",
        "lpad(order_id::text, 19, '0')",
        "placed_at",
        `'type', 'order', 'order_id', order_id::text, 'total_amount', total::text, 'currency_code', currency,
              'total_items', total_items, 'shipment_status', shipment_status`,
        sql`orders x`
      ),
      kind(
        "b",
        "event_id",
        "event_time",
        `'type', 'event', 'event_id', event_id, 'event_type', event_type`,
        sql`events x`
      ),
      kind(
        "b",
        "'v' || md5(visitor_id || view_id)",
        "viewed_at",
        `'type', 'view', 'product_id', product_id, 'title', title, 'url', url`,
        sql`product_views x`
      ),
      kind(
        "c",
        "lpad(entry_id::text, 19, '0')",
        "recorded_at",
        `'type', 'consent', 'channel', channel, 'topic', topic, 'from', from_state, 'to', to_state, 'refused', refused, 'cause', cause,
              'rule', rule, 'source_id', source_id`,
        sql`consent_log x`
      ),
      kind(
        "d",
        "run_id",
        "x.created_at",
        `'type', 'flow', 'flow_id', f.flow_id, 'flow_name', f.name, 'cause', cause, 'status', x.status`,
        sql`(SELECT flow_id, name FROM flows WHERE account_id = ${account}) f JOIN flow_runs x ON x.flow_id = f.flow_id`
      ),
      kind(
        "e",
        "message_id",
        "coalesce(x.sent_at, x.created_at)",
        `'type', 'message', ${messageMembers}, 'status', x.status, 'reason', reason`,
        messages
      ),
      kind(
        "f",
        "message_id",
        "x.clicked_at",
        `'type', 'click', ${messageMembers}`,
        messages,
        "x.clicked_at IS NOT NULL"
      )
    ]
  }

  const part: Timelines = {
    timeline: Effect.fnUntraced(function* ({ account_id, contact_id }, { before, limit }) {
      const key = before === null ? null : [sql`${timeText(before.at)}::timestamptz`, sql`${before.id} COLLATE "C"`]
      const newest = keyset(sql, ["at", "id"], key, limit)
      const merged = kinds(sql`${account_id}`)
        .map((kindRows) => sql`(SELECT id, at, happening FROM (${kindRows}) kind WHERE true ${newest})`)
        .reduce((union, kindRows) => sql`${union} UNION ALL ${kindRows}`)
      const rows = yield* sql`
            SELECT item.id, item.at, item.happening::text FROM contacts contact
            LEFT JOIN LATERAL (SELECT * FROM (${merged}) merged ORDER BY at DESC, id DESC LIMIT ${limit}) item ON true
            WHERE contact.account_id = ${account_id} AND contact.contact_id = ${contact_id}
            ORDER BY item.at DESC, item.id DESC LIMIT ${limit}`.pipe(retried, query(ItemRow))
      if (rows.length === 0) return yield* new NotFound()
      return rows.flatMap(({ id, at, happening }) =>
        id === null || at === null || happening === null ? [] : [{ id, at, happening: formatted(happening) }]
      )
    })
  }
  return part
})
