import { measurePages } from "./contactPages.ts"
import { measureSearch } from "./contactSearch.ts"
import { type Contender, inTurn, onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { table } from "./figures.ts"
import { closedLoad } from "./load.ts"
import { printSummaries, type Summary } from "./measure.ts"
import { options } from "./options.ts"
import { measureSegments } from "./segments.ts"
import { seedShop } from "./shopSeed.ts"
import { traffic } from "./traffic.ts"

// Bytes of the tables and their indexes, for each row.
const disk = `SELECT relname AS name, count.rows, round(pg_table_size(relid)::numeric / count.rows) AS of_table,
    round(pg_indexes_size(relid)::numeric / count.rows) AS of_indexes, pg_total_relation_size(relid) / 1048576 AS mb
  FROM pg_stat_user_tables JOIN pg_class USING (relname)
  CROSS JOIN LATERAL (SELECT reltuples::bigint AS rows) count
  WHERE relname IN ('contacts', 'contact_search', 'orders', 'messages', 'events', 'products') ORDER BY relname`

// Pages of the contacts that are read: those of all contacts would take as long as all else.
const pages = 10_000

/**
 * One account with `contacts` contacts and half as many orders again: disk, segments, search, pages of contacts, and orders beside those of
 * an empty account on the same server, in turn.
 */
export const benchLarge = async (databases: Databases, contacts: number): Promise<Record<string, unknown>> => {
  const started = performance.now()
  const made = await databases.createFilled(options.kept, (url) =>
    seedShop(databases, url, contacts, { history: true })
  )
  console.log(`\n${contacts} contacts ready after ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const sizes = await databases.query(made.url, disk)
  table(
    ["table", "rows", "bytes a row", "of its indexes", "MB"],
    sizes.map(({ name, rows, of_table, of_indexes, mb }) => [name, rows, of_table, of_indexes, mb].map(String))
  )
  // Orders come last: they change a kept database.
  const search = await measureSearch(made.url, contacts)
  const segments = await measureSegments(made.url, contacts)
  const { ratios: ofServer, ...served } = await withContenders([() => onPostgres("ours", made)], async ([ours]) => {
    if (ours === undefined) throw new Error("No server")
    const read = await measurePages(ours.port, pages)
    const orders = await ordersBesideEmpty(ours, contacts)
    return { orders, pages: read, ratios: { ...orders.ratios, ...(read["ratios"] as object) } }
  })
  const ratiosOf = ({ ratios }: Record<string, unknown>) => ratios as Record<string, number>
  return {
    large: { contacts, sizes, ...served, search, segments },
    ratios: { ...ofServer, ...ratiosOf(search), ...ratiosOf(segments) }
  }
}

// Number of the first order of a run, above those that are stored and those of former runs on a kept database.
const firstOrder = Math.floor(Date.now() / 1000) * 1_000

const ordersBesideEmpty = async (server: Contender, contacts: number) => {
  const { connections, rounds, seconds } = options
  const calls = {
    empty: traffic({ accounts: 1, seed: 1, firstOrder, firstAccount: 2 }),
    large: traffic({ accounts: 1, seed: 1, firstOrder, firstAccount: 1 }),
    "large, old customers": traffic({
      accounts: 1,
      seed: 2,
      firstOrder: 2 * firstOrder,
      firstAccount: 1,
      known: contacts
    })
  }
  const subjects = Object.entries(calls).map(([name, of]) => ({ ...server, name, traffic: of }))
  const load = (callers: number) => (one: Contender) =>
    closedLoad({ port: server.port, connections: callers, seconds, next: one.traffic.next })
  for (const subject of subjects) await load(connections)(subject)
  const peak = await inTurn(subjects, rounds, load(connections))
  printSummaries(`Orders of one account, ${connections} callers`, peak)
  const alone = await inTurn(subjects, rounds, load(1))
  printSummaries("Orders of one account, one caller", alone)
  const cost = ({ cpuServer, cpuDatabase, perSecond }: Summary) => (cpuServer + cpuDatabase) / perSecond
  const ratio = (of: ReadonlyArray<Summary>, figure: (summary: Summary) => number) =>
    of[0] === undefined || of[1] === undefined ? Number.NaN : figure(of[1]) / figure(of[0])
  return {
    peak,
    alone,
    ratios: { "order's cost ÷ empty": ratio(peak, cost), "one caller's p50 ÷ empty": ratio(alone, ({ p50 }) => p50) }
  }
}
