import { type Contender, inTurn, onEmbedded, onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { median } from "./figures.ts"
import { closedLoad, steadyLoad } from "./load.ts"
import { printSummaries, type Summary } from "./measure.ts"
import { options } from "./options.ts"
import { pgbench } from "./pgbench.ts"
import { undisturbed } from "./undisturbed.ts"

const totals = `SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM contacts) AS contacts,
  (SELECT sum(order_count) FROM contacts) AS counted, (SELECT count(*) FROM consent_log) AS ledger,
  (SELECT count(*) FROM flow_triggers) AS triggers, (SELECT sum(deliveries) FROM orders) AS deliveries,
  (SELECT sum(minute_used) > 0 AND sum(day_used) > 0 FROM rate_windows) AS limited,
  (SELECT md5(string_agg(concat_ws('|', account_id, order_id, email, phone, total, subtotal, currency, placed_at, shipment_status,
    line_items, shipping_address, integration_id), ';' ORDER BY account_id, order_id)) FROM orders) AS contents`

// The same sequence of calls must leave the same rows in every server, so that no peer does less work.
const sameWork = async (contenders: ReadonlyArray<Contender>, databases: Databases): Promise<void> => {
  const firstResponses = new Map<string, string>()
  for (const { name, port, traffic, url } of contenders) {
    await closedLoad({ port, connections: 1, seconds: 60, calls: 600, next: traffic.next })
    if (url === undefined) continue
    firstResponses.set(name, JSON.stringify((await databases.query(url, totals))[0]))
    // Analyzes as autovacuum would within a minute, so that plans for empty tables are replaced.
    await databases.query(url, "ANALYZE")
  }
  for (const [name, rows] of firstResponses) console.log(`${name.padEnd(8)} after the same 600 calls: ${rows}`)
  if (new Set(firstResponses.values()).size > 1) throw new Error("The subjects did not do the same work")
}

type Parts = Readonly<Record<"peak" | "alone" | "half", ReadonlyArray<Summary>>>

/** Summaries of each subject by part, pgbench's transactions a second of each round, and ratios by bar. */
interface OrderFigures extends Parts {
  readonly pgbench: ReadonlyArray<number>
  readonly ratios: Readonly<Record<string, number>>
}

/** Orders over HTTP: peak, a single caller, and half the peak, for this service, the peers and the embedded database. */
export const benchOrders = async (databases: Databases): Promise<OrderFigures> => {
  const { accounts, connections, only, rounds, seconds } = options
  const plain = only.has("pgbench") ? await databases.create("pgbench") : undefined
  const starts = [
    ...["ours", "former", "fastify"]
      .filter((name) => only.has(name))
      .map((name) => async () => onPostgres(name, await databases.create(name))),
    ...["embedded", "former embedded"].filter((name) => only.has(name)).map((name) => () => onEmbedded(name))
  ]
  return withContenders(starts, async (contenders) => {
    await sameWork(contenders, databases)
    const full = ({ port, traffic: { next } }: Contender) => closedLoad({ port, connections, seconds, next })
    for (const contender of contenders) await full(contender)

    const transactions: Array<number> = []
    const peak = await inTurn(contenders, rounds, full, async () => {
      const perSecond =
        plain === undefined
          ? undefined
          : await undisturbed("pgbench", () => pgbench({ url: plain.url, accounts, clients: 16, seconds }))
      if (perSecond !== undefined) transactions.push(perSecond)
    })
    printSummaries(`Peak: ${connections} callers, ${accounts} accounts`, peak)
    if (transactions.length > 0) {
      console.log(`pgbench, 16 clients: ${transactions.map((of) => of.toFixed(0)).join(" ")} transactions/s`)
    }
    const alone = await inTurn(contenders, rounds, ({ port, traffic: { next } }) =>
      closedLoad({ port, connections: 1, seconds: seconds / 2, next })
    )
    printSummaries("One caller alone", alone)
    const half = await inTurn(contenders, rounds, ({ name, port, traffic: { next } }) =>
      steadyLoad({ port, perSecond: (peak.find((of) => of.name === name)?.perSecond ?? 0) / 2, seconds, next })
    )
    printSummaries("Half of its own peak, at a steady rate", half)
    const ratios = compare({ peak, alone, half }, median(transactions))
    console.log(`\n${ratios.map(([name, bar, value]) => `${name}: ${value.toFixed(2)} (bar ${bar})`).join("\n")}`)
    return {
      peak,
      pgbench: transactions,
      alone,
      half,
      ratios: Object.fromEntries(ratios.map(([name, , value]) => [name, value]))
    }
  })
}

// The targets whose servers ran.
const compare = (
  parts: Parts,
  transactions: number
): ReadonlyArray<readonly [name: string, bar: string, value: number]> => {
  const of = (part: keyof Parts, name: string, figure: "perSecond" | "p50" | "p99" | "rss") =>
    parts[part].find((summary) => summary.name === name)?.[figure] ?? Number.NaN
  const all = [
    ["orders/s ÷ Fastify", "≥ 2.0", of("peak", "ours", "perSecond") / of("peak", "fastify", "perSecond")],
    ["orders/s ÷ pgbench", "≥ 1.3", of("peak", "ours", "perSecond") / transactions],
    ["p99 ms at half the peak", "≤ 25", of("half", "ours", "p99")],
    ["p99 at half the peak ÷ Fastify at its half", "≤ 1", of("half", "ours", "p99") / of("half", "fastify", "p99")],
    ["one caller's p50 ÷ Fastify", "≤ 1.5", of("alone", "ours", "p50") / of("alone", "fastify", "p50")],
    ["embedded orders/s", "≥ 1000", of("peak", "embedded", "perSecond")],
    ["embedded ÷ PostgreSQL orders/s", "≥ 0.5", of("peak", "embedded", "perSecond") / of("peak", "ours", "perSecond")],
    ["RSS MB", "≤ 300", of("half", "ours", "rss")]
  ] as const
  return all.filter(([, , value]) => !Number.isNaN(value))
}
