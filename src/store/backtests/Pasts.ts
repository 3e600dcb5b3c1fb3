import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { PastNeeds, PastSpan } from "../../domain/backtests/BacktestPlan.ts"
import { inOrder, type PastItem, type PastPerson } from "../../domain/backtests/Past.ts"
import { withFirstConsents } from "../../domain/backtests/pastFacts.ts"
import { bucket } from "../campaigns/leftOutRule.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"
import { LeftTopics } from "../contacts/ContactTopics.ts"
import { query, queryOne } from "../sql/query.ts"
import { epochMillis, timeText } from "../sql/timestamps.ts"
import {
  consentItem,
  ConsentRow,
  consentsOf,
  deliveriesOf,
  DeliveryRow,
  eventItem,
  EventRow,
  eventsOf,
  messageItems,
  MessageRow,
  messagesOf
} from "./pastEvents.ts"
import { LeanRow, maxBytes, orderItems, ordersOf, WholeRow } from "./pastOrders.ts"
import { cartItem, CartRow, cartsOf, viewItem, ViewRow, viewsOf } from "./pastSite.ts"
import type { PastRange } from "./PastRange.ts"

const Person = Schema.Struct({
  ...ContactRow.fields,
  tags: Schema.fromJsonString(Schema.Array(Schema.String)),
  custom_fields: Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)),
  left_topics: LeftTopics,
  last_started_at: Schema.NullOr(Schema.Number),
  account_place: Schema.Int,
  own_place: Schema.Int
})

const queryPeople = query(Person)
const queryLean = query(LeanRow)
const queryWhole = query(WholeRow)
const queryEvents = query(EventRow)
const queryConsents = query(ConsentRow)
const queryDeliveries = query(DeliveryRow)
const queryMessages = query(MessageRow)
const queryCarts = query(CartRow)
const queryViews = query(ViewRow)
const queryCount = queryOne(Schema.Struct({ count: Schema.Int }))

/** The contacts of one read, and the most rows of each kind: a contact that has more is not judged. */
const max = { contacts: 250, rows: 5_000 }

/** The flow or campaign that a backtest is of. */
export interface OwnPast {
  readonly type: "flow" | "campaign"
  readonly id: string
}

/** Which rows a backtest reads, of which contacts and which time. */
export interface PastScope {
  readonly span: PastSpan
  readonly needs: PastNeeds
  /** The flow or campaign whose former runs and messages are its own; null for a draft of none, and for a segment. */
  readonly own: OwnPast | null
  /** The only contact that is read; null for all. */
  readonly contact_id: string | null
  /** The time on the account's clock, in milliseconds. */
  readonly now: number
}

/** Some contacts with their pasts. `unjudged` have too long a past. `last` is the last of all of them; null at the end. */
export interface PastPage {
  readonly people: ReadonlyArray<PastPerson>
  readonly unjudged: ReadonlyArray<string>
  readonly last: string | null
}

/** Reads the past of an account's contacts. Every member joins the open transaction. */
export interface Pasts {
  /** The contacts of an account. */
  readonly count: (account_id: string) => Effect.Effect<number, SqlError.SqlError>
  /** The next contacts after an id. Joins an open transaction, whose snapshot makes their rows fit together. */
  readonly page: (scope: PastScope, after: string) => Effect.Effect<PastPage, SqlError.SqlError>
}

export const makePasts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const peopleOf = ({ span: { account_id, from, holdouts }, own, contact_id }: PastScope, after: string) => {
    const started =
      own?.type !== "flow"
        ? sql`NULL::float8`
        : sql`(SELECT ${epochMillis(sql, "max(r.created_at)")} FROM flow_runs r WHERE r.account_id = ${account_id} AND r.flow_id = ${own.id}
              AND r.contact_id = contacts.contact_id AND r.created_at < ${timeText(from)}::timestamptz)`
    const which = contact_id === null ? sql`contact_id > ${after}` : sql`contact_id = ${contact_id}`
    // A contact that nobody is held out of has no place to be read.
    const place = (of: string, percent: number) =>
      percent === 0 ? sql.literal("10000") : bucket(sql, of, sql`contacts.contact_id`)
    return queryPeople(sql`
          SELECT ${sql.literal(contactRowColumns)}, tags::text, custom_fields::text, left_topics::text, ${started} AS last_started_at,
            ${place(account_id, holdouts.account)} AS account_place, ${place(own?.id ?? "", holdouts.own)} AS own_place
          FROM contacts WHERE account_id = ${account_id} AND ${which} ORDER BY contact_id LIMIT ${max.contacts}::int`)
  }

  const rangeOf = ({ span, now }: PastScope, people: ReadonlyArray<typeof Person.Type>): PastRange => {
    const [first, last] = [people[0]?.contact_id ?? "", people.at(-1)?.contact_id ?? ""]
    const { account_id, from, until, imported } = span
    return {
      account_id,
      inRange: (column: Fragment) => sql`${column} BETWEEN ${first} AND ${last}`,
      from,
      until,
      now,
      imported,
      limit: max.rows + 1
    }
  }

  const readPage = Effect.fnUntraced(function* (scope: PastScope, after: string) {
    const { span, needs, own } = scope
    const people = yield* peopleOf(scope, after)
    if (people.length === 0) return { people: [], unjudged: [], last: null }
    const range = rangeOf(scope, people)
    const items = new Map<string, Array<PastItem>>(people.map(({ contact_id }) => [contact_id, []]))
    // The contact at which a read was cut; its rows, and those of later contacts, are not complete.
    let cut: string | undefined
    const add = <Row extends { readonly contact_id: string | null; readonly bytes?: number }>(
      rows: ReadonlyArray<Row>,
      itemsOf: (row: Row) => ReadonlyArray<PastItem>
    ) => {
      for (const row of rows) if (row.contact_id !== null) items.get(row.contact_id)?.push(...itemsOf(row))
      const last = rows.at(-1)
      const isCut = rows.length > max.rows || (last?.bytes ?? 0) >= maxBytes
      if (isCut && last?.contact_id != null && (cut === undefined || last.contact_id < cut)) cut = last.contact_id
    }
    const orders = needs.wholeOrders
      ? yield* queryWhole(ordersOf(sql, range, true))
      : yield* queryLean(ordersOf(sql, range, false))
    // Orders of a store that started nothing when they came: those of its past.
    const silent = new Set<string>()
    add<typeof LeanRow.Type | typeof WholeRow.Type>(orders, (row) => {
      const found = orderItems(row, range)
      if (found.length === 1 && row.integration_id !== null) silent.add(String(row.order_id))
      return found
    })
    add(yield* queryConsents(consentsOf(sql, range)), (row) => [consentItem(row, range, silent)])
    if (needs.events === null || needs.events.length > 0)
      add(yield* queryEvents(eventsOf(sql, range, needs.events)), (row) => [eventItem(row, range)])
    if (needs.deliveries) {
      const known = new Map(orders.map((row) => [row.order_id, row]))
      add(yield* queryDeliveries(deliveriesOf(sql, range)), ({ order_id, occurrence, occurred_at }) => {
        const row = known.get(order_id)
        const [item] = row === undefined ? [] : orderItems(row, range)
        return item?.type === "order"
          ? [{ type: "order_received", at: occurred_at, order: item.order, occurrence }]
          : []
      })
    }
    if (needs.carts !== null) add(yield* queryCarts(cartsOf(sql, range, needs.carts)), cartItem)
    if (needs.views !== null) add(yield* queryViews(viewsOf(sql, range, needs.views)), viewItem)
    if (needs.messages || span.frequency_cap !== null)
      add(yield* queryMessages(messagesOf(sql, range, needs.messages)), (row) => messageItems(row, own))
    const end = cut
    const complete = end === undefined ? people : people.filter(({ contact_id }) => contact_id < end)
    const unjudged = end !== undefined && complete.length === 0 ? [end] : []
    const isLast = end === undefined && (people.length < max.contacts || scope.contact_id !== null)
    return {
      people: complete.map(({ last_started_at, account_place, own_place, ...contact }) => {
        const all = inOrder(items.get(contact.contact_id) ?? [])
        return {
          contact: withFirstConsents(contact, all),
          last_started_at,
          places: { account: account_place, own: own_place },
          items: all.filter(({ at }) => at < span.until)
        }
      }),
      unjudged,
      last: isLast ? null : (unjudged[0] ?? complete.at(-1)?.contact_id ?? null)
    }
  })

  const part: Pasts = {
    count: (account_id) =>
      queryCount(
        sql`SELECT coalesce(sum(total), 0)::float8 AS count FROM contact_counts WHERE account_id = ${account_id}`
      ).pipe(Effect.map((row) => row?.count ?? 0)),
    page: readPage
  }
  return part
})
