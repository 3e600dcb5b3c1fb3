import type { Databases } from "./databases.ts"
import { embeddedDirectory, removeDirectory } from "./databases.ts"
import { closedLoad, type LoadFigures, steadyLoad } from "./load.ts"
import { type Measured, measured, printSummaries, type Sample, type Summary, summarize } from "./measure.ts"
import { options } from "./options.ts"
import { pgbench } from "./pgbench.ts"
import { startOurs, startPeer, type Subject } from "./subjects.ts"
import { traffic, type Traffic } from "./traffic.ts"

interface Contender extends Measured, Subject {
  readonly url: string | undefined
  readonly traffic: Traffic
  readonly remove: () => Promise<void>
}

const onPostgres = async (name: string, at: number, databases: Databases): Promise<Contender> => {
  const { url, name: database } = await databases.create(name)
  const start = name === "fastify" ? startPeer : startOurs
  const node =
    options.profile !== undefined && name === "ours" ? ["--cpu-prof", `--cpu-prof-dir=${options.profile}`] : []
  const subject = await start({ port: options.port + at, env: { DATABASE_URL: url }, node })
  return {
    ...subject,
    name,
    url,
    database,
    traffic: traffic({ accounts: options.accounts, seed: 1 }),
    remove: async () => {}
  }
}

const embedded = async (at: number): Promise<Contender> => {
  const port = options.port + at
  const directory = await embeddedDirectory({ accounts: options.accounts, port })
  const node =
    options.profile !== undefined && !options.only.has("ours")
      ? ["--cpu-prof", `--cpu-prof-dir=${options.profile}`]
      : []
  const subject = await startOurs({ port, env: { DATA_DIR: directory }, node })
  return {
    ...subject,
    name: "embedded",
    url: undefined,
    database: undefined,
    traffic: traffic({ accounts: options.accounts, seed: 1 }),
    remove: () => removeDirectory(directory)
  }
}

const totals = `SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM contacts) AS contacts,
  (SELECT sum(order_count) FROM contacts) AS counted, (SELECT count(*) FROM consent_log) AS ledger,
  (SELECT count(*) FROM flow_triggers) AS triggers, (SELECT sum(deliveries) FROM orders) AS deliveries,
  (SELECT sum(minute_used) > 0 AND sum(day_used) > 0 FROM rate_windows) AS limited,
  (SELECT md5(string_agg(concat_ws('|', account_id, order_id, email, phone, total, subtotal, currency, placed_at, shipment_status,
    line_items, shipping_address, integration_id), ';' ORDER BY account_id, order_id)) FROM orders) AS contents`

// The same calls one after another must leave the same rows everywhere: a peer that does less would show here.
const sameWork = async (contenders: ReadonlyArray<Contender>, databases: Databases): Promise<void> => {
  const seen = new Map<string, string>()
  for (const { name, port, traffic, url } of contenders) {
    await closedLoad({ port, connections: 1, seconds: 60, calls: 600, next: traffic.next })
    if (url !== undefined)
      seen.set(
        name,
        JSON.stringify((await databases.query(url, totals))[0], (_, value) =>
          typeof value === "bigint" ? String(value) : value
        )
      )
  }
  // What autovacuum would do within a minute: plans made for empty tables are made anew.
  for (const { url } of contenders) if (url !== undefined) await databases.query(url, "ANALYZE")
  for (const [name, rows] of seen) console.log(`${name.padEnd(8)} after the same 600 calls: ${rows}`)
  if (new Set(seen.values()).size > 1) throw new Error("The subjects did not do the same work")
}

const rounds = async (
  contenders: ReadonlyArray<Contender>,
  count: number,
  load: (contender: Contender) => Promise<LoadFigures>,
  between: () => Promise<void> = async () => {}
): Promise<ReadonlyArray<Summary>> => {
  const samples = new Map<string, Array<Sample>>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < count; round++) {
    for (const contender of contenders)
      samples.get(contender.name)?.push(await measured(contender, () => load(contender)))
    await between()
  }
  return [...samples].map(([name, of]) => summarize(name, of))
}

/** Orders over HTTP: peak, one caller alone, and half the peak; ours, the peers and the embedded database in turn. */
export const benchOrders = async (databases: Databases): Promise<Record<string, unknown>> => {
  const contenders: Array<Contender> = []
  try {
    for (const name of ["ours", "fastify"]) {
      if (options.only.has(name)) contenders.push(await onPostgres(name, contenders.length, databases))
    }
    if (options.only.has("embedded")) contenders.push(await embedded(contenders.length))
    const plain = options.only.has("pgbench") ? await databases.create("pgbench") : undefined
    await sameWork(contenders, databases)

    const { accounts, connections, seconds } = options
    const full = ({ port, traffic: { next } }: Contender) => closedLoad({ port, connections, seconds, next })
    for (const contender of contenders) await full(contender)
    const transactions: Array<number> = []
    const peak = await rounds(contenders, options.rounds, full, async () => {
      if (plain === undefined) return
      const perSecond = await pgbench({ url: plain.url, accounts, clients: 16, seconds })
      if (perSecond !== undefined) transactions.push(perSecond)
    })
    printSummaries(`Peak: ${connections} callers, ${accounts} accounts`, peak)
    if (transactions.length > 0)
      console.log(`pgbench, 16 clients: ${transactions.map((of) => of.toFixed(0)).join(" ")} transactions/s`)

    const alone = await rounds(contenders, options.rounds, ({ port, traffic: { next } }) =>
      closedLoad({ port, connections: 1, seconds: seconds / 2, next })
    )
    printSummaries("One caller alone", alone)

    const half = await rounds(contenders, 2, ({ name, port, traffic: { next } }) => {
      const peakRate = peak.find((summary) => summary.name === name)?.perSecond ?? 0
      return steadyLoad({ port, perSecond: peakRate / 2, seconds, next })
    })
    printSummaries("Half of its own peak, at a steady rate", half)
    return { peak, pgbench: transactions, alone, half }
  } finally {
    for (const { stop, remove } of contenders) {
      await stop()
      await remove()
    }
  }
}
