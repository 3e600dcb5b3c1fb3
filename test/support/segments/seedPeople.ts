import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { timeText } from "../../../src/store/sql/timestamps.ts"
import { isClicked, modelFacts, now, type Person, products } from "./population.ts"

const at = (age: number) => timeText(now - age)

/** Stores people in an account, and gives the contact ids in their order. */
export const seedPeople = Effect.fnUntraced(function* (account_id: string, people: ReadonlyArray<Person>) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(
    products,
    ({ product_id, product_type, vendor, tags }) =>
      sql`INSERT INTO products (account_id, product_id, product_key, source, removed, vendor, product_type, tags, published, in_stock,
          changed_at, changed_rank, created_at, written_at)
        VALUES (${account_id}, ${product_id}, ${product_id}, 'api', false, ${vendor}, ${product_type},
          ${tags.length === 0 ? null : JSON.stringify(tags)}::json, true, true, now(), '', now(), now())`
  )
  return yield* Effect.forEach(people, (person, index) =>
    Effect.gen(function* () {
      const contact_id = `con_${String(index).padStart(26, "0")}`
      const contact = modelFacts(person, []).contact
      yield* sql`INSERT INTO contacts (account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent, sms_consent, tags, custom_fields, left_topics,
          order_count, first_order_at, last_order_at, created_at, updated_at)
        VALUES (${account_id}, ${contact_id}, ${person.email}, ${person.email}, ${person.phone}, ${person.first_name}, ${person.last_name},
          ${person.email_consent}, ${person.sms_consent},
          ${person.tags}::json, ${person.custom_fields}::json, ${person.left_topics}::json, ${contact.order_count}::int,
          ${timeText(contact.first_order_at)}::timestamptz, ${timeText(contact.last_order_at)}::timestamptz,
          ${timeText(contact.created_at)}::timestamptz, now())`
      yield* Effect.forEach(
        person.orders,
        ({ ago: age, currency, total, refunded, status, items: lines, address }, n) =>
          sql`INSERT INTO orders (account_id, order_id, contact_id, total, refunded, currency, financial_status, placed_at, line_items,
            shipping_address, country, deliveries, created_at, updated_at)
          VALUES (${account_id}, ${String(index * 10 + n)}::bigint, ${contact_id}, ${total}::numeric, ${refunded}::numeric, ${currency}, ${status},
            ${at(age)}::timestamptz, ${lines}::json, ${address}::json,
            shipping_country(${address}::json), 0, now(), now())`
      )
      yield* Effect.forEach(
        person.events,
        ({ ago: age, type }, n) =>
          sql`INSERT INTO events (account_id, event_id, contact_id, event_type, event_time, received_at)
          VALUES (${account_id}, ${`evt_${index}_${n}`}, ${contact_id}, ${type}, ${at(age)}::timestamptz, now())`
      )
      yield* Effect.forEach(
        person.views,
        ({ ago: age, product_id }, n) =>
          sql`INSERT INTO product_views (account_id, visitor_id, view_id, contact_id, product_id, viewed_at, expires_at)
          VALUES (${account_id}, 'visitor', ${`${index}_${n}`}, ${contact_id}, ${product_id}, ${at(age)}::timestamptz, now())`
      )
      yield* Effect.forEach(
        person.messages,
        (message, n) =>
          sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, flow_id, campaign_id, body, status, due_at,
            sent_at, clicked_at, created_at, updated_at)
          VALUES (${account_id}, ${`msg_${index}_${n}`}, ${`${index}_${n}`}, ${contact_id}, ${message.channel}, 'flow',
            ${message.flow_id}, ${message.campaign_id}, '', ${message.status}, now(),
            ${message.status === "queued" || message.status === "failed" ? null : at(message.ago)}::timestamptz,
            ${isClicked(message) ? at(message.ago) : null}::timestamptz, now(), now())`
      )
      return contact_id
    })
  )
})
