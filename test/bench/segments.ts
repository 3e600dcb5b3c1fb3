import { ScanContacts } from "../../src/programs/contacts/ScanContacts.ts"
import { ConfigProvider, Effect, Layer } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { SqlClient } from "effect/sql"
import type { Conditions } from "../../src/domain/conditions/Condition.ts"
import { makeReadContactValues } from "../../src/programs/contacts/ReadContactValues.ts"
import { EditSegments } from "../../src/programs/segments/EditSegments.ts"
import { ReadSegments } from "../../src/programs/segments/ReadSegments.ts"
import { TestClocks } from "../../src/store/accounts/TestClocks.ts"
import { ClientLayer } from "../../src/store/database/Database.ts"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { Segments } from "../../src/store/segments/Segments.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import type { Databases } from "./databases.ts"
import { quantile, table } from "./figures.ts"

const account_id = "acc_00000000000000000000000001"

const generate = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL statement_timeout = 0`
      // One contact in two has bought, of these one in two four times.
      yield* sql`
        INSERT INTO contacts (account_id, contact_id, email, email_key, first_name, last_name, email_consent, sms_consent, tags,
          custom_fields, order_count, first_order_at, last_order_at, created_at, updated_at)
        SELECT ${account_id}, 'con_' || lpad(n::text, 26, '0'), 'p' || n || '@example.com', 'p' || n || '@example.com',
          'Ada', 'Lovelace', CASE WHEN n % 3 = 0 THEN 'unsubscribed' ELSE 'subscribed' END, 'never_subscribed',
          CASE WHEN n % 100 = 0 THEN '["vip"]' ELSE '[]' END::json,
          json_build_object('size', n % 50, 'plan', CASE WHEN n % 10 = 0 THEN 'pro' ELSE 'free' END),
          (ARRAY[0, 2, 0, 4])[n % 4 + 1], CASE WHEN n % 2 = 1 THEN now() - interval '1 day' * (n % 700) END,
          CASE WHEN n % 2 = 1 THEN now() - interval '1 day' * (n % 700) END, now() - interval '1 year', now()
        FROM generate_series(1, ${count}) n`
      yield* sql`
        INSERT INTO orders (account_id, order_id, contact_id, total, currency, placed_at, line_items, shipping_address, country, deliveries,
          created_at, updated_at)
        SELECT ${account_id}, n * 4 + k, 'con_' || lpad(n::text, 26, '0'), n % 200, 'USD', now() - interval '1 day' * (n % 700),
          json_build_array(json_build_object('sku', 'TEA-' || n / 2 % 20, 'quantity', 1, 'price', 10)), '{"country_code":"DE"}', 'DE', 0, now(), now()
        FROM generate_series(1, ${count}, 2) n CROSS JOIN generate_series(1, 4) k WHERE k <= CASE n % 4 WHEN 1 THEN 2 ELSE 4 END`
      // One mail a contact, of which one in four was clicked; one event of a contact in two.
      yield* sql`
        INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, flow_id, body, status, due_at, sent_at, clicked_at,
          created_at, updated_at)
        SELECT ${account_id}, 'msg_' || lpad(n::text, 26, '0'), 'k' || n, 'con_' || lpad(n::text, 26, '0'), 'email', 'flow', 'flo_1', 'Hello',
          CASE WHEN n % 4 = 0 THEN 'clicked' ELSE 'sent' END, sent, sent, CASE WHEN n % 4 = 0 THEN sent END, sent, sent
        FROM generate_series(1, ${count}) n CROSS JOIN LATERAL (SELECT now() - interval '1 day' * (n % 300) AS sent) times`
      yield* sql`
        INSERT INTO events (account_id, event_id, contact_id, event_type, event_time, event_data, received_at)
        SELECT ${account_id}, 'evt_' || lpad(n::text, 26, '0'), 'con_' || lpad(n::text, 26, '0'), 'viewed', now() - interval '1 day' * (n % 300),
          json_build_object('page', n % 1000, 'from', CASE WHEN n % 4 = 1 THEN 'mail' ELSE 'search' END), now()
        FROM generate_series(1, ${count}, 2) n`
      // One product to twenty contacts, of five variants.
      yield* sql`
        INSERT INTO products (account_id, product_id, product_key, source, removed, title, vendor, product_type, tags, published, variants,
          in_stock, changed_at, changed_rank, created_at, written_at)
        SELECT ${account_id}, 'p' || n, 'k' || n, 'api', false, 'Product ' || n, 'Vendor ' || n % 40, 'Type ' || n % 15,
          json_build_array('tag ' || n % 30, 'tag ' || n % 7), true,
          (SELECT json_agg(json_build_object('id', 'v' || k, 'sku', 'TEA-' || n || '-' || k, 'title', 'Size ' || k, 'price', '10.00')) FROM
            generate_series(1, 5) k), true, now() - interval '1 minute' * n, '', now(), now()
        FROM generate_series(1, ${Math.ceil(count / 20)}) n`
    })
  )
  const connection = yield* sql.reserve
  yield* connection.executeUnprepared("SET statement_timeout = 0", [], undefined)
  for (const name of ["contacts", "orders", "messages", "events", "products"])
    yield* connection.executeUnprepared(`VACUUM ANALYZE ${name}`, [], undefined)
}, Effect.scoped)

const segments: Readonly<Record<string, Conditions>> = {
  "all contacts": [],
  "subscribed (2/3)": [[{ field: "contact.email_consent", op: "eq", value: "subscribed" }]],
  "subscribed, 3 orders or more (1/6)": [
    [
      { field: "contact.email_consent", op: "eq", value: "subscribed" },
      { field: "contact.order_count", op: "gte", value: 3 }
    ]
  ],
  "no order for 90 days": [[{ field: "contact.last_order_at", op: "not_within", value: "90 days" }]],
  "tag vip (1/100)": [[{ field: "contact.tags", op: "contains", value: "vip" }]],
  "custom field pro (1/10)": [[{ field: "contact.custom_fields.plan", op: "eq", value: "pro" }]],
  "spent 500 USD or more": [[{ field: "contact.total_spent.USD", op: "gte", value: 500 }]],
  "2 orders in 30 days": [[{ field: "order.count", op: "gte", value: 2, where: { within: "30 days" } }]],
  "spent 500 USD, or vip": [
    [{ field: "contact.total_spent.USD", op: "gte", value: 500 }],
    [{ field: "contact.tags", op: "contains", value: "vip" }]
  ],
  "ships to DE": [[{ field: "contact.country", op: "eq", value: "DE" }]],
  "bought a SKU (1/40)": [[{ field: "order.count", op: "gte", value: 1, where: { sku: "TEA-1" } }]],
  "clicked in 90 days": [[{ field: "message.clicked", op: "gte", value: 1, where: { within: "90 days" } }]],
  "received none in 90 days": [[{ field: "message.received", op: "eq", value: 0, where: { within: "90 days" } }]],
  "viewed in 30 days": [
    [{ field: "event.count", op: "gte", value: 1, where: { event_type: "viewed", within: "30 days" } }]
  ],
  nobody: [[{ field: "contact.order_count", op: "gte", value: 5 }]]
}

const pages = 200

/** Rounds of each figure: the best one is printed, since other work on the machine only adds to the times. */
const rounds = 3

/** Counts segments of `contacts` contacts, half of whom have bought, in one account, and reads 200 pages of members of each by cursor. */
export const benchSegments = async (databases: Databases, contacts: number): Promise<Record<string, unknown>> => {
  const made = await databases.create("segments")
  const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: made.url }))
  const programs = Layer.mergeAll(ReadSegments.layer, EditSegments.layer).pipe(
    Layer.provideMerge(ScanContacts.layer),
    Layer.provide([Segments.layer, FlowFacts.layer, TestClocks.layer, Keys.layerMemory])
  )
  const { figures, values } = await Effect.runPromise(
    measure(contacts).pipe(Effect.provide(programs), Effect.provide(ClientLayer), Effect.provide(settings))
  )
  table(
    [`segments of ${contacts} contacts, best of ${rounds}, ms`, "contacts", "count", "page of 100 p50", "p99"],
    figures.map(({ name, total, count, p50, p99 }) => [name, total, count, p50, p99].map(shown))
  )
  console.log(
    `values in use: best of ${rounds} ${values.millis.toFixed(0)} ms, the process held for ${values.held.toFixed(0)} ms`
  )
  return {
    segments: figures,
    values,
    ratios: {
      "values in use": values.millis,
      "values in use held": values.held,
      "segment count slowest": Math.max(...figures.map(({ count }) => count)),
      "segment page p99": Math.max(...figures.map(({ p99 }) => p99 ?? 0))
    }
  }
}

const measure = Effect.fnUntraced(function* (contacts: number) {
  yield* generate(contacts)
  const editor = yield* EditSegments
  const reader = yield* ReadSegments
  const figures: Array<Figures> = []
  for (const [name, conditions] of Object.entries(segments)) {
    const { id } = yield* editor.create(account_id, { name, conditions })
    const counts: Array<number> = []
    let total = 0
    for (let round = 0; round < rounds; round++) {
      const from = performance.now()
      // A count that other work slows down beyond the time limit is begun again, and its time counts on.
      total = yield* Effect.retry(reader.count(account_id, id), { times: 5 })
      counts.push(performance.now() - from)
    }
    const first = (yield* Effect.retry(reader.members(account_id, id, { per_page: 100 }), { times: 5 })).pagination
      .next_cursor
    const p50: Array<number> = []
    const p99: Array<number> = []
    for (let round = 0; round < (first === null ? 0 : rounds); round++) {
      const times: Array<number> = []
      for (let cursor = first, left = pages; cursor !== null && left > 0; left--) {
        const from = performance.now()
        cursor = (yield* reader.members(account_id, id, { per_page: 100, cursor })).pagination.next_cursor
        times.push(performance.now() - from)
      }
      times.sort((a, b) => a - b)
      p50.push(quantile(times, 0.5))
      p99.push(quantile(times, 0.99))
    }
    figures.push({ name, total, count: Math.min(...counts), p50: least(p50), p99: least(p99) })
  }
  return { figures, values: yield* valuesInUse }
})

/** Reads the values that the dashboard suggests: the best time, and the longest time in all rounds for which the process did nothing else. */
const valuesInUse = Effect.gen(function* () {
  const reader = yield* makeReadContactValues
  const delays = monitorEventLoopDelay({ resolution: 5 })
  const times: Array<number> = []
  delays.enable()
  for (let round = 0; round < rounds; round++) {
    const from = performance.now()
    yield* reader.values(account_id)
    times.push(performance.now() - from)
  }
  delays.disable()
  return { millis: Math.min(...times), held: delays.max / 1e6 }
})

const least = (values: ReadonlyArray<number>) => (values.length === 0 ? undefined : Math.min(...values))

const shown = (value: string | number | undefined) =>
  typeof value === "number" ? value.toFixed(Number.isInteger(value) ? 0 : 1) : (value ?? "")

/** The times of one segment in milliseconds. A segment of one page has no further pages. */
interface Figures {
  readonly name: string
  readonly total: number
  readonly count: number
  readonly p50: number | undefined
  readonly p99: number | undefined
}
