import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Facts } from "../../../src/domain/flows/Facts.ts"
import type { HistoryLookup } from "../../../src/domain/flows/History.ts"
import { newContact } from "../../../src/domain/contacts/Contact.ts"
import { durationMillis } from "../../../src/domain/flows/FlowDuration.ts"
import { timeText } from "../../../src/store/database/timestamps.ts"
import type { Draws } from "./draws.ts"

export const day = 86_400_000
export const now = Date.parse("2026-06-30T12:00:00Z")

const ages = [0, 1, day - 1, day, day + 1, 29 * day, 30 * day, 31 * day, 400 * day] as const
const items = [
  null,
  '[{"sku":"A-1","product_id":7},{"sku":"B-2"}]',
  '[{"sku":"\\u0041-1"}]',
  '[{"sku":"5\\" pot"},{"sku":15}]',
  '[{"product_id":70,"sku":null}]',
  '[{"sku":"😀"}]',
  '[{"sku":"A-1"},{"sku":"A-1","quantity":2}]',
  '[{"sku":"\\ud83d\\ude00"}]',
  "[]",
  '[7,null,"A-1",["A-1"]]',
  '{"sku":"A-1"}'
]
const addresses = [
  null,
  '{"country_code":"DE"}',
  '{"country_code":"de"}',
  '{"country_code":"FR"}',
  '{"country_code":7}',
  "{}"
]
const statuses = ["queued", "sent", "captured", "clicked", "bounced", "failed"] as const
const tags = ["[]", '["vip"]', '["v\\u0069p","new"]', '["VIP"]', '["😀"]', '["\\ud83d\\ude00","5"]']
const customFields = [
  "{}",
  '{"size":5}',
  '{"size":5.0,"plan":"pro"}',
  '{"size":"5","plan":null}',
  '{"size":1e400,"plan":""}',
  '{"size":-1e400}',
  '{"size":1e-400,"plan":true}',
  '{"size":0.1,"plan":false}',
  '{"size":0.10000000000000000001}',
  '{"size":1,"size":5}',
  '{"si\\u007ae":5,"plan":"\\ud83d\\ude00"}',
  '{"plan":"😀 pro \uff5e"}',
  '{"plan":"\uff5e"}',
  '{"__proto__":5}'
]

/** A contact with its orders, events and messages, drawn from few values so that conditions often hold. */
export const personOf = ({ pick, list }: Draws) => ({
  first_name: pick([null, "", "Ada", "ada", "Zoë", "😀", "\uff5e"]),
  email_consent: pick(["subscribed", "unsubscribed", "suppressed", "never_subscribed"] as const),
  tags: pick(tags),
  custom_fields: pick(customFields),
  created: pick(ages),
  orders: list(4, () => ({
    ago: pick(ages),
    currency: pick(["EUR", "USD"]),
    total: pick(["0", "0.1", "0.2", "59.90", "100"]),
    items: pick(items),
    address: pick(addresses)
  })),
  events: list(4, () => ({ ago: pick(ages), type: pick(["seen", "left"]) })),
  messages: list(4, () => ({
    ago: pick(ages),
    status: pick(statuses),
    channel: pick(["email", "sms"]),
    flow_id: pick([null, "flo_1", "flo_2"]),
    campaign_id: pick([null, "cmp_1", "cmp_2"])
  }))
})
export type Person = ReturnType<typeof personOf>

const received = new Set(["sent", "captured", "clicked"])

const isClicked = ({ status }: Person["messages"][number]) => status === "clicked"

const itemsOf = (json: string | null): ReadonlyArray<unknown> => {
  const value: unknown = json === null ? null : JSON.parse(json)
  return Array.isArray(value) ? value : []
}

const textOf = (item: unknown, name: string): string | undefined => {
  const value: unknown =
    typeof item === "object" && item !== null && !Array.isArray(item) ? Reflect.get(item, name) : null
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined
}

// Exact: in hundredths.
const sum = (totals: ReadonlyArray<string>): number =>
  totals.reduce((all, total) => all + Math.round(Number(total) * 100), 0) / 100

/** The value of a lookup by definition, from all rows of a person. */
const measured = (person: Person, { measure, where }: HistoryLookup): number | string | undefined => {
  const isRecent = ({ ago: age }: { readonly ago: number }) =>
    where.within === undefined || age < durationMillis(where.within)
  const orders = person.orders
    .filter(isRecent)
    .filter(
      ({ items: json }) =>
        (where.sku === undefined || itemsOf(json).some((item) => textOf(item, "sku") === where.sku)) &&
        (where.product_id === undefined ||
          itemsOf(json).some((item) => textOf(item, "product_id") === where.product_id))
    )
  const messages = person.messages
    .filter(isRecent)
    .filter(({ flow_id }) => where.flow_id === undefined || flow_id === where.flow_id)
    .filter(({ campaign_id }) => where.campaign_id === undefined || campaign_id === where.campaign_id)
    .filter(({ channel }) => where.channel === undefined || channel === where.channel)
  const some = (length: number) => (length === 0 ? undefined : length)
  switch (measure.type) {
    case "orders":
      return some(orders.length)
    case "spent":
    case "average_order": {
      const totals = orders.filter(({ currency }) => currency === measure.currency).map(({ total }) => total)
      if (totals.length === 0) return undefined
      return measure.type === "spent" ? sum(totals) : sum(totals) / totals.length
    }
    case "country": {
      const codes = person.orders
        .map(({ ago: age, address }, id) => ({ age, id, code: JSON.parse(address ?? "{}").country_code as unknown }))
        .flatMap(({ code, ...order }) => (typeof code === "string" ? [{ ...order, code: code.toUpperCase() }] : []))
        .toSorted((a, b) => a.age - b.age || b.id - a.id)
      return codes[0]?.code
    }
    case "events":
      return some(
        person.events.filter(isRecent).filter(({ type }) => where.event_type === undefined || type === where.event_type)
          .length
      )
    case "received":
      return some(messages.filter(({ status }) => received.has(status)).length)
    case "clicked":
      return some(messages.filter(isClicked).length)
  }
}

const times = (person: Person) => person.orders.map(({ ago: age }) => now - age)

/** The facts of a person for these lookups, by definition. */
export const modelFacts = (person: Person, lookups: ReadonlyArray<HistoryLookup>): Facts => ({
  order: null,
  event: null,
  now,
  contact: {
    ...newContact(
      {
        account_id: "acc_1",
        contact_id: "con_1",
        email: null,
        phone: null,
        first_name: person.first_name,
        last_name: null
      },
      now - person.created
    ),
    email_consent: person.email_consent,
    order_count: person.orders.length,
    first_order_at: person.orders.length === 0 ? null : Math.min(...times(person)),
    last_order_at: person.orders.length === 0 ? null : Math.max(...times(person)),
    tags: JSON.parse(person.tags),
    custom_fields: JSON.parse(person.custom_fields)
  },
  history: new Map(
    lookups.flatMap((lookup) => {
      const value = measured(person, lookup)
      return value === undefined ? [] : [[lookup.key, value]]
    })
  )
})

const at = (age: number) => timeText(now - age)

/** Stores people in an account, and gives the contact ids in their order. */
export const seedPeople = Effect.fnUntraced(function* (account_id: string, people: ReadonlyArray<Person>) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.forEach(people, (person, index) =>
    Effect.gen(function* () {
      const contact_id = `con_${String(index).padStart(26, "0")}`
      const contact = modelFacts(person, []).contact
      yield* sql`INSERT INTO contacts (account_id, contact_id, first_name, email_consent, sms_consent, tags, custom_fields,
          order_count, first_order_at, last_order_at, created_at, updated_at)
        VALUES (${account_id}, ${contact_id}, ${person.first_name}, ${person.email_consent}, 'never_subscribed',
          ${person.tags}::json, ${person.custom_fields}::json, ${contact.order_count}::int,
          ${timeText(contact.first_order_at)}::timestamptz, ${timeText(contact.last_order_at)}::timestamptz,
          ${timeText(contact.created_at)}::timestamptz, now())`
      yield* Effect.forEach(
        person.orders,
        ({ ago: age, currency, total, items: lines, address }, n) =>
          sql`INSERT INTO orders (account_id, order_id, contact_id, total, currency, placed_at, line_items, shipping_address,
            country, deliveries, created_at, updated_at)
          VALUES (${account_id}, ${String(index * 10 + n)}::bigint, ${contact_id}, ${total}::numeric, ${currency},
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
