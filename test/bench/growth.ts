import { inTurn, onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { table } from "./figures.ts"
import { generate } from "./generate.ts"
import { closedLoad } from "./load.ts"
import { printSummaries } from "./measure.ts"
import { options } from "./options.ts"

// Tables that grow with the orders: their size with indexes, and their number of sequential scans.
const sizes = `SELECT relname AS name, pg_table_size(relid) / 1048576 AS rows_mb, pg_indexes_size(relid) / 1048576 AS indexes_mb,
    seq_scan AS scans, seq_tup_read AS scanned
  FROM pg_stat_user_tables WHERE pg_total_relation_size(relid) > 10 * 1048576 ORDER BY pg_total_relation_size(relid) DESC`

/** Orders per second with many orders stored and with 10,000. */
export const benchGrowth = async (databases: Databases, orders: number): Promise<Record<string, unknown>> => {
  const { accounts, connections, rounds, seconds } = options
  const start = (name: string, stored: number) => async () => {
    const made = await databases.create(name)
    await databases.query(made.url, ...generate(stored, accounts), "SELECT pg_stat_reset()")
    return onPostgres(name, made)
  }
  return withContenders([start("small", 10_000), start("large", orders)], async (contenders) => {
    const load = ({ port, traffic: { next } }: (typeof contenders)[number]) =>
      closedLoad({ port, connections, seconds, next })
    for (const contender of contenders) await load(contender)
    const peak = await inTurn(contenders, rounds, load)
    printSummaries(`Peak with 10,000 and ${orders} orders stored`, peak)
    const large = contenders[1]?.url ?? ""
    const grown = await databases.query(large, sizes)
    table(
      ["table", "rows MB", "indexes MB", "whole scans", "rows scanned"],
      grown.map(({ name, rows_mb, indexes_mb, scans, scanned }) =>
        [name, rows_mb, indexes_mb, scans, scanned].map(String)
      )
    )
    const ratio = (peak[1]?.perSecond ?? 0) / (peak[0]?.perSecond ?? 0)
    return { growth: { orders, peak, grown }, ratios: { growth: ratio } }
  })
}
