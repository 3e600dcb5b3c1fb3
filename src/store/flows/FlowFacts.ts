import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Facts } from "../../domain/flows/Facts.ts"
import { orderColumns, OrderRow } from "../orders/OrderRow.ts"
import { bigints, texts } from "../database/parameters.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"

const Json = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
const ContactFacts = Schema.Struct({
  ...ContactRow.fields,
  tags: Schema.fromJsonString(Schema.Array(Schema.String)),
  custom_fields: Json
})
const EventFacts = Schema.Struct({
  account_id: Schema.String,
  event_id: Schema.String,
  event_data: Schema.NullOr(Json)
})

const decodeContacts = Schema.decodeUnknownEffect(Schema.Array(ContactFacts))
const decodeOrders = Schema.decodeUnknownEffect(Schema.Array(OrderRow))
const decodeEvents = Schema.decodeUnknownEffect(Schema.Array(EventFacts))

/** Whom a run is for, and what started it. */
export interface Subject {
  readonly account_id: string
  readonly contact_id: string
  readonly order_id: bigint | null
  readonly event_id: string | null
}

/** What splits are judged on. Joins the open transaction, if there is one. */
export class FlowFacts extends Context.Service<
  FlowFacts,
  {
    /** The facts of each subject in its place, as they are now; undefined when the contact is gone. */
    readonly read: (
      subjects: ReadonlyArray<Subject>
    ) => Effect.Effect<ReadonlyArray<Facts | undefined>, SqlError.SqlError>
  }
>()("tally/store/flows/FlowFacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const contactsOf = (of: ReadonlyArray<Subject>) => sql`
        SELECT ${sql.literal(contactRowColumns)}, tags::text, custom_fields::text
        FROM contacts WHERE (account_id, contact_id) IN (SELECT * FROM unnest(
          ${texts(of.map(({ account_id }) => account_id))}, ${texts(of.map(({ contact_id }) => contact_id))}))
        ORDER BY account_id, contact_id LIMIT ${of.length}`

      const ordersOf = (of: ReadonlyArray<Subject>) => {
        const keys = of.flatMap(({ account_id, order_id }) => (order_id === null ? [] : [{ account_id, order_id }]))
        if (keys.length === 0) return Effect.succeed([])
        return sql`
          SELECT ${sql.literal(orderColumns)} FROM orders WHERE (account_id, order_id) IN (SELECT * FROM unnest(
            ${texts(keys.map(({ account_id }) => account_id))}, ${bigints(keys.map(({ order_id }) => order_id))}))
          ORDER BY account_id, order_id LIMIT ${keys.length}`
      }

      const eventsOf = (of: ReadonlyArray<Subject>) => {
        const keys = of.filter(({ event_id }) => event_id !== null)
        if (keys.length === 0) return Effect.succeed([])
        return sql`
          SELECT account_id, event_id, event_data::text FROM events WHERE (account_id, event_id) IN (SELECT * FROM unnest(
            ${texts(keys.map(({ account_id }) => account_id))}, ${texts(keys.map(({ event_id }) => event_id))}))
          ORDER BY account_id, event_id LIMIT ${keys.length}`
      }

      return FlowFacts.of({
        read: Effect.fnUntraced(function* (subjects) {
          if (subjects.length === 0) return []
          const contacts = yield* Effect.orDie(decodeContacts(yield* contactsOf(subjects)))
          const orders = yield* Effect.orDie(decodeOrders(yield* ordersOf(subjects)))
          const events = yield* Effect.orDie(decodeEvents(yield* eventsOf(subjects)))
          const contact = new Map(contacts.map((row) => [`${row.account_id}|${row.contact_id}`, row]))
          const order = new Map(orders.map((row) => [`${row.account_id}|${row.order_id}`, row]))
          const event = new Map(events.map((row) => [`${row.account_id}|${row.event_id}`, row.event_data]))
          return subjects.map(({ account_id, contact_id, order_id, event_id }) => {
            const found = contact.get(`${account_id}|${contact_id}`)
            return found === undefined
              ? undefined
              : {
                  contact: found,
                  order: order.get(`${account_id}|${order_id}`) ?? null,
                  event: event.get(`${account_id}|${event_id}`) ?? null
                }
          })
        })
      })
    })
  )
}
