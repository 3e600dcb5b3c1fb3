import { ConfigProvider, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Definition } from "../../src/domain/flows/Definition.ts"
import { BacktestFlows } from "../../src/programs/backtests/BacktestFlows.ts"
import { TestClocks } from "../../src/store/accounts/TestClocks.ts"
import { ClientLayer } from "../../src/store/database/Database.ts"
import { FlowDefinitions } from "../../src/store/flows/FlowDefinitions.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { Segments } from "../../src/store/segments/Segments.ts"
import type { Databases } from "./databases.ts"
import { table } from "./figures.ts"

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

/** Backtests flows over a year with `orders` orders of one account: seconds, and the most memory in use after each part. */
export const benchBacktests = async (databases: Databases, orders: number): Promise<Record<string, unknown>> => {
  const made = await databases.create("backtests")
  const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: made.url }))
  const programs = BacktestFlows.layer.pipe(
    Layer.provide([Flows.layer, Segments.layer, TestClocks.layer]),
    Layer.provide(FlowDefinitions.layer)
  )
  const figures = await Effect.runPromise(
    measure(orders).pipe(Effect.provide(programs), Effect.provide(ClientLayer), Effect.provide(settings))
  )
  table(
    [`backtests of ${orders} orders`, "seconds", "CPU seconds", "entered", "first MB", "most MB", "longest hold, ms"],
    figures.map(({ name, seconds, cpu, entered, first, most, hold }) => [
      name,
      seconds.toFixed(1),
      cpu.toFixed(1),
      String(entered),
      first.toFixed(0),
      most.toFixed(0),
      hold.toFixed(0)
    ])
  )
  return {
    backtests: figures,
    ratios: { "backtest seconds": Math.max(...figures.map(({ seconds }) => seconds)) }
  }
}

const inUse = () => process.memoryUsage().rss / 1_048_576

const measure = Effect.fnUntraced(function* (orders: number) {
  yield* generate(orders)
  const { part } = yield* BacktestFlows
  const now = yield* DateTime.now
  const span = { from: DateTime.subtract(now, { days: 365 }), to: now }
  const figures: Array<{
    readonly name: string
    readonly seconds: number
    readonly cpu: number
    readonly entered: number
    readonly first: number
    readonly most: number
    readonly hold: number
  }> = []
  for (const [name, definition] of Object.entries(definitions)) {
    const [began, used] = [performance.now(), process.cpuUsage()]
    let [last, hold] = [performance.now(), 0]
    const beat = setInterval(() => {
      hold = Math.max(hold, performance.now() - last - 5)
      last = performance.now()
    }, 5)
    const memory: Array<number> = []
    let entered = 0
    let cursor: string | null | undefined
    while (cursor !== null) {
      const found = yield* part(account_id, { definition, ...span, ...(cursor === undefined ? {} : { cursor }) })
      entered += found.entered.runs
      memory.push(inUse())
      cursor = found.next_cursor
    }
    clearInterval(beat)
    const seconds = (performance.now() - began) / 1_000
    const { user, system } = process.cpuUsage(used)
    figures.push({
      name,
      seconds,
      cpu: (user + system) / 1_000_000,
      entered,
      first: memory[0] ?? 0,
      most: Math.max(...memory),
      hold
    })
  }
  return figures
})
