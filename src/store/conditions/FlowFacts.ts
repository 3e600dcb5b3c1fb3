import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Facts } from "../../domain/conditions/Facts.ts"
import { type HistoryLookup, noHistory } from "../../domain/conditions/History.ts"
import { cartKey } from "../../domain/carts/decideCarts.ts"
import { CartRow, cartRowColumns } from "../carts/cartColumns.ts"
import { orderRowColumns, OrderRow } from "../orders/OrderRow.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { bigints, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"
import { LeftTopics } from "../contacts/ContactTopics.ts"
import { readHistories } from "./readHistories.ts"
import { productKey, readProducts } from "./withProducts.ts"

const Json = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
const ContactFacts = Schema.Struct({
  ...ContactRow.fields,
  tags: Schema.fromJsonString(Schema.Array(Schema.String)),
  custom_fields: Json,
  left_topics: LeftTopics
})
const EventFacts = Schema.Struct({
  account_id: Schema.String,
  event_id: Schema.String,
  event_data: Schema.NullOr(Json)
})

const queryContacts = query(ContactFacts)
const queryOrders = query(OrderRow)
const queryEvents = query(EventFacts)
const queryCarts = query(CartRow)

/** The contact of a run, the order, event, cart or product that started it, and what conditions count of the contact's history. */
interface RunSubject {
  readonly account_id: string
  readonly contact_id: string
  readonly order_id: bigint | null
  readonly event_id: string | null
  readonly cart_id?: string | null
  readonly product_id?: string | null
  readonly lookups: ReadonlyArray<HistoryLookup>
  /** The time on the account's clock, in milliseconds. */
  readonly now: number
}

/** Reads the present facts of subjects, in the order given; undefined if the contact was deleted. Joins an open transaction. */
export const makeReadFacts = (sql: SqlClient.SqlClient) => {
  const contactsOf = (subjects: ReadonlyArray<RunSubject>) => sql`
    SELECT ${sql.literal(contactRowColumns)}, tags::text, custom_fields::text, left_topics::text
    FROM unnest(${texts(subjects.map(({ account_id }) => account_id))},
      ${texts(subjects.map(({ contact_id }) => contact_id))}) AS key (account_id, contact_id)
    JOIN contacts ON contacts.account_id = ${accountOf(sql, subjects)("key.account_id")}
      AND contacts.contact_id = key.contact_id
    WHERE key.account_id = ${accountOf(sql, subjects)("key.account_id")}
    ORDER BY contacts.account_id, contacts.contact_id LIMIT ${subjects.length}`

  const ordersOf = (subjects: ReadonlyArray<RunSubject>) => {
    const keys = subjects.flatMap(({ account_id, order_id }) => (order_id === null ? [] : [{ account_id, order_id }]))
    if (keys.length === 0) return Effect.succeed([])
    return sql`
      SELECT ${sql.literal(orderRowColumns)}
      FROM unnest(${texts(keys.map(({ account_id }) => account_id))}, ${bigints(keys.map(({ order_id }) => order_id))})
        AS key (account_id, order_id)
      JOIN orders ON orders.account_id = ${accountOf(sql, keys)("key.account_id")} AND orders.order_id = key.order_id
      WHERE key.account_id = ${accountOf(sql, keys)("key.account_id")}
      ORDER BY orders.account_id, orders.order_id LIMIT ${keys.length}`
  }

  const eventsOf = (subjects: ReadonlyArray<RunSubject>) => {
    const keys = subjects.filter(({ event_id }) => event_id !== null)
    if (keys.length === 0) return Effect.succeed([])
    return sql`
      SELECT e.account_id, e.event_id, e.event_data::text
      FROM unnest(${texts(keys.map(({ account_id }) => account_id))}, ${texts(keys.map(({ event_id }) => event_id))})
        AS key (account_id, event_id)
      JOIN events e ON e.account_id = ${accountOf(sql, keys)("key.account_id")} AND e.event_id = key.event_id
      WHERE key.account_id = ${accountOf(sql, keys)("key.account_id")}
      ORDER BY e.account_id, e.event_id LIMIT ${keys.length}`
  }

  const cartsOf = (subjects: ReadonlyArray<RunSubject>) => {
    const keys = subjects.flatMap(({ account_id, cart_id }) => (cart_id == null ? [] : [{ account_id, cart_id }]))
    if (keys.length === 0) return Effect.succeed([])
    return sql`
      SELECT ${sql.literal(cartRowColumns)}
      FROM unnest(${texts(keys.map(({ account_id }) => account_id))}, ${texts(keys.map(({ cart_id }) => cart_id))})
        AS key (account_id, cart_id)
      JOIN carts ON carts.account_id = ${accountOf(sql, keys)("key.account_id")} AND carts.cart_id = key.cart_id
      WHERE key.account_id = ${accountOf(sql, keys)("key.account_id")}
      ORDER BY carts.account_id, carts.cart_id LIMIT ${keys.length}`
  }

  return Effect.fnUntraced(function* (
    subjects: ReadonlyArray<RunSubject>
  ): Effect.fn.Return<ReadonlyArray<Facts | undefined>, SqlError.SqlError> {
    if (subjects.length === 0) return []
    const contacts = yield* queryContacts(contactsOf(subjects))
    const orders = yield* queryOrders(ordersOf(subjects))
    const events = yield* queryEvents(eventsOf(subjects))
    const carts = yield* queryCarts(cartsOf(subjects))
    const products = yield* readProducts(
      sql,
      subjects.flatMap(({ account_id, product_id }) => (product_id == null ? [] : [{ account_id, product_id }]))
    )
    const histories = yield* readHistories(sql, subjects)
    const contactByKey = new Map(contacts.map((row) => [`${row.account_id}|${row.contact_id}`, row]))
    const orderByKey = new Map(orders.map((row) => [`${row.account_id}|${row.order_id}`, row]))
    const eventByKey = new Map(events.map((row) => [`${row.account_id}|${row.event_id}`, row.event_data]))
    const cartByKey = new Map(carts.map((row) => [cartKey(row), row]))
    return subjects.map(({ account_id, contact_id, order_id, event_id, cart_id, product_id, now }, at) => {
      const contact = contactByKey.get(`${account_id}|${contact_id}`)
      return contact === undefined
        ? undefined
        : {
            contact,
            order: orderByKey.get(`${account_id}|${order_id}`) ?? null,
            cart: cart_id == null ? null : (cartByKey.get(cartKey({ account_id, cart_id })) ?? null),
            product: product_id == null ? null : (products.get(productKey({ account_id, product_id })) ?? null),
            event: eventByKey.get(`${account_id}|${event_id}`) ?? null,
            history: histories[at] ?? noHistory,
            now
          }
    })
  })
}

/** Reads the data that the conditions of splits compare. */
export class FlowFacts extends Context.Service<
  FlowFacts,
  {
    /** The present facts of each subject, in the order given; undefined if the contact was deleted. Joins an open transaction. */
    readonly read: (
      subjects: ReadonlyArray<RunSubject>
    ) => Effect.Effect<ReadonlyArray<Facts | undefined>, SqlError.SqlError>
  }
>()("tally/store/conditions/FlowFacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.map(SqlClient.SqlClient, (sql) => FlowFacts.of({ read: makeReadFacts(sql) }))
  )
}
