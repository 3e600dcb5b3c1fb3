import { ScanContacts } from "../../src/programs/contacts/ScanContacts.ts"
import { ConfigProvider, Effect, Layer } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
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
import { seedShop, shop as account_id } from "./shopSeed.ts"

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
  nobody: [[{ field: "contact.order_count", op: "gte", value: 500 }]]
}

const pages = 200

/** Rounds of each figure: the best one is printed, since other work on the machine only adds to the times. */
const rounds = 3

/** The segments of one account with `contacts` contacts, half of whom have bought. */
export const benchSegments = async (databases: Databases, contacts: number): Promise<Record<string, unknown>> => {
  const { url } = await databases.create("segments")
  await seedShop(databases, url, contacts, { history: true })
  return measureSegments(url, contacts)
}

/** Counts segments of the shop, and reads 200 pages of members of each by cursor. */
export const measureSegments = async (url: string, contacts: number): Promise<Record<string, unknown>> => {
  const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: url }))
  const programs = Layer.mergeAll(ReadSegments.layer, EditSegments.layer).pipe(
    Layer.provideMerge(ScanContacts.layer),
    Layer.provide([Segments.layer, FlowFacts.layer, TestClocks.layer, Keys.layerMemory])
  )
  const { figures, values } = await Effect.runPromise(
    measure.pipe(Effect.provide(programs), Effect.provide(ClientLayer), Effect.provide(settings))
  )
  table(
    [`segments of ${contacts} contacts, best of ${rounds}, ms`, "contacts", "count", "", "page of 100 p50", "p99"],
    figures.map(({ name, total, count, inParts, p50, p99 }) =>
      [name, total, count, inParts ? "in parts" : "", p50, p99].map(shown)
    )
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

const measure = Effect.gen(function* () {
  const editor = yield* EditSegments
  const reader = yield* ReadSegments
  const figures: Array<Figures> = []
  for (const [name, conditions] of Object.entries(segments)) {
    const { id } = yield* editor.create(account_id, { name, conditions })
    const counts: Array<number> = []
    let [total, inParts] = [0, false]
    for (let round = 0; round < rounds && !inParts; round++) {
      const from = performance.now()
      // A count that one call could not finish goes on with the next call, whose time is added.
      const counted = yield* Effect.retry(reader.count(account_id, id), { times: 1_000 })
      counts.push(performance.now() - from)
      total = counted.count
      inParts = counted.counted_at !== null
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
    figures.push({ name, total, count: Math.min(...counts), inParts, p50: least(p50), p99: least(p99) })
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
  /** Whether one statement took too long, and the count is kept. */
  readonly inParts: boolean
  readonly p50: number | undefined
  readonly p99: number | undefined
}
