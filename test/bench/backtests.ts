import { ConfigProvider, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Conditions } from "../../src/domain/conditions/Condition.ts"
import type { Definition } from "../../src/domain/flows/Definition.ts"
import { TestClocks } from "../../src/store/accounts/TestClocks.ts"
import { Campaigns } from "../../src/store/campaigns/Campaigns.ts"
import { ClientLayer } from "../../src/store/database/Database.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Segments } from "../../src/store/segments/Segments.ts"
import type { Databases } from "./databases.ts"
import { table } from "./figures.ts"
import { backendsOf, usageOf } from "./usage.ts"
import { Backtests } from "../../src/programs/backtests/Backtests.ts"

const account_id = "acc_00000000000000000000000001"

// Five orders a contact, over a year.
const generate = Effect.fnUntraced(function* (orders: number) {
  const sql = yield* SqlClient.SqlClient
  const contacts = Math.ceil(orders / 5)
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL statement_timeout = 0`
      yield* sql`
        INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, tags, custom_fields,
          order_count, first_order_at, last_order_at, created_at, updated_at)
        SELECT ${account_id}, 'con_' || lpad(n::text, 26, '0'), 'p' || n || '@example.com', 'p' || n || '@example.com',
          CASE WHEN n % 3 = 0 THEN 'unsubscribed' ELSE 'subscribed' END, 'never_subscribed', '[]', '{}', 5,
          now() - interval '400 days', now(), now() - interval '400 days', now()
        FROM generate_series(1, ${contacts}) n`
      yield* sql`
        INSERT INTO orders (account_id, order_id, contact_id, total, currency, placed_at, line_items, country, deliveries,
          created_at, updated_at)
        SELECT ${account_id}, n, 'con_' || lpad((n % ${contacts}::int + 1)::text, 26, '0'), n % 200, 'USD', at,
          json_build_array(json_build_object('sku', 'TEA-' || n % 20, 'quantity', 1, 'price', 10)), 'DE', 0, at, at
        FROM generate_series(1, ${orders}) n
        CROSS JOIN LATERAL (SELECT now() - interval '1 minute' * (43200 + n::bigint * 7919 % 518400) AS at) times`
      yield* sql`
        INSERT INTO consent_log (account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor,
          effective_at, recorded_at)
        SELECT ${account_id}, 'con_' || lpad(n::text, 26, '0'), 'email', 'never_subscribed', 'subscribed', false, 'api',
          'contact_write', 'x', 'test', now() - interval '399 days', now() - interval '399 days'
        FROM generate_series(1, ${contacts}) n`
    })
  )
  const connection = yield* sql.reserve
  yield* connection.executeUnprepared("SET statement_timeout = 0", [], undefined)
  for (const name of ["contacts", "orders", "consent_log"])
    yield* connection.executeUnprepared(`VACUUM ANALYZE ${name}`, [], undefined)
}, Effect.scoped)

const mail = (id: string) => ({ id, type: "send_email", subject: "Hi", html: "<p>Hi</p>" }) as const
const plain: Definition = {
  trigger: { type: "order_placed" },
  filters: [],
  entry: { type: "after", duration: "30 days" },
  exit: { on_purchase: false },
  steps: [{ id: "wait", type: "delay", duration: "2 days" }, mail("thanks")]
}
const definitions: Readonly<Record<string, Definition>> = {
  "a mail two days after an order": plain,
  "for the third order, total and item": {
    ...plain,
    filters: [
      [
        { field: "order.count", op: "gte", value: 3, where: { within: "365 days" } },
        { field: "contact.total_spent.USD", op: "gte", value: 100 },
        { field: "order.line_items.sku", op: "contains", value: "TEA-1" }
      ]
    ]
  }
}

const recent: Conditions = [
  [
    { field: "contact.email_consent", op: "eq", value: "subscribed" },
    { field: "order.count", op: "gte", value: 2, where: { within: "90 days" } }
  ]
]
const segments: Readonly<Record<string, Conditions>> = {
  "a segment of two orders in 90 days": recent,
  "a segment by total, item and time since": [
    [
      { field: "contact.total_spent.USD", op: "gte", value: 100 },
      { field: "order.count", op: "gte", value: 1, where: { sku: "TEA-1" } },
      { field: "contact.last_order_at", op: "not_within", value: "60 days" }
    ]
  ]
}

interface Figures {
  readonly name: string
  readonly seconds: number
  readonly cpu: number
  readonly databaseCpu: number
  readonly found: number
  readonly first: number
  readonly most: number
  readonly hold: number
  /** The most processor time of the thread between two beats, in milliseconds: the longest hold on a machine that does nothing else. */
  readonly computing: number
}

/**
 * Backtests flows, segments and campaigns over a year with `orders` orders of one account: seconds, processor time, the most memory in the
 * first quarter of the way and on all of it, and the longest time for which nothing else ran in the process.
 */
export const benchBacktests = async (databases: Databases, orders: number): Promise<Record<string, unknown>> => {
  const made = await databases.create("backtests")
  const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: made.url }))
  const programs = Layer.mergeAll(Backtests.layer).pipe(
    Layer.provide([Flows.layer, Campaigns.layer, TestClocks.layer]),
    Layer.provideMerge(Segments.layer),
    Layer.provide(FlowVersions.layer)
  )
  const figures = await Effect.runPromise(
    measureAll(orders, made.name).pipe(Effect.provide(programs), Effect.provide(ClientLayer), Effect.provide(settings))
  )
  table(
    [
      `backtests of ${orders} orders`,
      "seconds",
      "CPU seconds",
      "of the database",
      "found",
      "first quarter MB",
      "most MB",
      "longest hold, ms",
      "computing, ms"
    ],
    figures.map(({ name, seconds, cpu, databaseCpu, found, first, most, hold, computing }) => [
      name,
      seconds.toFixed(1),
      cpu.toFixed(1),
      databaseCpu.toFixed(1),
      String(found),
      first.toFixed(0),
      most.toFixed(0),
      hold.toFixed(0),
      computing.toFixed(0)
    ])
  )
  return {
    backtests: figures,
    ratios: {
      "backtest seconds": Math.max(...figures.map(({ seconds }) => seconds)),
      "backtest hold": Math.max(...figures.map(({ hold }) => hold)),
      "backtest memory": Math.max(...figures.map(({ first, most }) => most - first))
    }
  }
}

const millis = ({ user, system }: ReturnType<typeof process.cpuUsage>) => (user + system) / 1_000

const inUse = () => process.memoryUsage().rss / 1_048_576

/** Asks for one part after another until the last. */
const measure = Effect.fnUntraced(function* <Part extends { readonly next_cursor: string | null }, E>(
  database: string,
  name: string,
  part: (cursor: string | undefined) => Effect.Effect<Part, E>,
  count: (found: Part) => number
) {
  const databaseBefore = usageOf(backendsOf(database)).cpu
  const [began, used] = [performance.now(), process.cpuUsage()]
  let [last, hold] = [performance.now(), 0]
  let [computed, computing] = [process.threadCpuUsage(), 0]
  const beat = setInterval(() => {
    hold = Math.max(hold, performance.now() - last - 5)
    computing = Math.max(computing, millis(process.threadCpuUsage(computed)))
    last = performance.now()
    computed = process.threadCpuUsage()
  }, 5)
  const memory: Array<number> = []
  let found = 0
  let cursor: string | null | undefined
  while (cursor !== null) {
    const next: Part = yield* part(cursor)
    found += count(next)
    memory.push(inUse())
    cursor = next.next_cursor
  }
  clearInterval(beat)
  const figures: Figures = {
    name,
    seconds: (performance.now() - began) / 1_000,
    cpu: millis(process.cpuUsage(used)) / 1_000,
    databaseCpu: usageOf(backendsOf(database)).cpu - databaseBefore,
    found,
    first: Math.max(...memory.slice(0, Math.ceil(memory.length / 4))),
    most: Math.max(...memory),
    hold,
    computing
  }
  return figures
})

const measureAll = Effect.fnUntraced(function* (orders: number, database: string) {
  yield* generate(orders)
  const flows = (yield* Backtests).flows
  const ofSegments = (yield* Backtests).segments
  const campaigns = (yield* Backtests).campaigns
  const saved = yield* (yield* Segments).create(account_id, { name: "Recent", conditions: recent })
  const now = yield* DateTime.now
  const span = { from: DateTime.subtract(now, { days: 365 }), to: now }
  const audience = { include: [saved.id], exclude: [] }
  const sends = {
    "a campaign to all, once": { audience: { all: true as const, include: [], exclude: [] }, at: span.from },
    "a campaign to a segment, each week": { audience, at: span.from, every: "week" as const, to: span.to }
  }
  const from = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })
  const figures: Array<Figures> = []
  for (const [name, definition] of Object.entries(definitions))
    figures.push(
      yield* measure(
        database,
        name,
        (cursor) => flows.part(account_id, { definition, ...span, ...from(cursor) }),
        ({ entered }) => entered.runs
      )
    )
  for (const [name, conditions] of Object.entries(segments))
    figures.push(
      yield* measure(
        database,
        name,
        (cursor) => ofSegments.part(account_id, { conditions, ...span, ...from(cursor) }),
        ({ entered }) => entered.times
      )
    )
  for (const [name, { audience: draftAudience, ...when }] of Object.entries(sends))
    figures.push(
      yield* measure(
        database,
        name,
        (cursor) =>
          campaigns.part(account_id, {
            draft: { channel: "email", audience: draftAudience },
            ...when,
            ...from(cursor)
          }),
        ({ moments }) => moments.reduce((sum, { sent }) => sum + sent, 0)
      )
    )
  return figures
})
