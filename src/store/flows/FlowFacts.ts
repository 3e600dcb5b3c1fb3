import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Facts } from "../../domain/flows/Facts.ts"
import { orderColumns, OrderRow } from "../orders/OrderRow.ts"
import { bigints, texts } from "../database/parameters.ts"
import { query } from "../database/query.ts"
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

const queryContacts = query(ContactFacts)
const queryOrders = query(OrderRow)
const queryEvents = query(EventFacts)

/** The contact of a run, and the order or event that started it. */
interface RunSubject {
  readonly account_id: string
  readonly contact_id: string
  readonly order_id: bigint | null
  readonly event_id: string | null
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
>()("tally/store/flows/FlowFacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const contactsOf = (subjects: ReadonlyArray<RunSubject>) => sql`
        SELECT ${sql.literal(contactRowColumns)}, tags::text, custom_fields::text
        FROM contacts WHERE (account_id, contact_id) IN (SELECT * FROM unnest(
          ${texts(subjects.map(({ account_id }) => account_id))}, ${texts(subjects.map(({ contact_id }) => contact_id))}))
        ORDER BY account_id, contact_id LIMIT ${subjects.length}`

      const ordersOf = (subjects: ReadonlyArray<RunSubject>) => {
        const keys = subjects.flatMap(({ account_id, order_id }) =>
          order_id === null ? [] : [{ account_id, order_id }]
        )
        if (keys.length === 0) return Effect.succeed([])
        return sql`
          SELECT ${sql.literal(orderColumns)} FROM orders WHERE (account_id, order_id) IN (SELECT * FROM unnest(
            ${texts(keys.map(({ account_id }) => account_id))}, ${bigints(keys.map(({ order_id }) => order_id))}))
          ORDER BY account_id, order_id LIMIT ${keys.length}`
      }

      const eventsOf = (subjects: ReadonlyArray<RunSubject>) => {
        const keys = subjects.filter(({ event_id }) => event_id !== null)
        if (keys.length === 0) return Effect.succeed([])
        return sql`
          SELECT account_id, event_id, event_data::text FROM events WHERE (account_id, event_id) IN (SELECT * FROM unnest(
            ${texts(keys.map(({ account_id }) => account_id))}, ${texts(keys.map(({ event_id }) => event_id))}))
          ORDER BY account_id, event_id LIMIT ${keys.length}`
      }

      return FlowFacts.of({
        read: Effect.fnUntraced(function* (subjects) {
          if (subjects.length === 0) return []
          const contacts = yield* queryContacts(contactsOf(subjects))
          const orders = yield* queryOrders(ordersOf(subjects))
          const events = yield* queryEvents(eventsOf(subjects))
          const contactByKey = new Map(contacts.map((row) => [`${row.account_id}|${row.contact_id}`, row]))
          const orderByKey = new Map(orders.map((row) => [`${row.account_id}|${row.order_id}`, row]))
          const eventByKey = new Map(events.map((row) => [`${row.account_id}|${row.event_id}`, row.event_data]))
          return subjects.map(({ account_id, contact_id, order_id, event_id }) => {
            const contact = contactByKey.get(`${account_id}|${contact_id}`)
            return contact === undefined
              ? undefined
              : {
                  contact,
                  order: orderByKey.get(`${account_id}|${order_id}`) ?? null,
                  event: eventByKey.get(`${account_id}|${event_id}`) ?? null
                }
          })
        })
      })
    })
  )
}
