import { table } from "./figures.ts"

// The project's performance targets: name in a run's `ratios`, description, and limit.
const bars = [
  ["orders/s ÷ Fastify", "orders/s over HTTP ÷ Fastify + pg", "≥", 2],
  ["orders/s ÷ pgbench", "orders/s over HTTP ÷ pgbench one by one", "≥", 1.3],
  ["p99 ms at half the peak", "p99 at half the peak, ms", "≤", 25],
  ["p99 at half the peak ÷ Fastify at its half", "that p99 ÷ the peer's at its half", "≤", 1],
  ["one caller's p50 ÷ Fastify", "one caller alone: p50 ÷ the peer's", "≤", 1.5],
  ["embedded ÷ PostgreSQL orders/s", "embedded orders/s ÷ on PostgreSQL", "≥", 0.5],
  ["contacts p99", "contacts by cursor: p99 of the slowest tenth, ms", "≤", 50],
  ["contacts last ÷ first", "contacts by cursor: p50 of the last tenth ÷ the first", "≤", 1.5],
  ["search slowest", "search of contacts: slowest of all kinds, ms", "≤", 200],
  ["segment count slowest", "count of a segment: best of 3 of the slowest kind, ms", "≤", 2_000],
  ["values in use", "read of the values in use: best of 3, ms", "≤", 2_000],
  ["values in use held", "the process held by it, ms", "≤", 250],
  ["segment page p99", "page of a segment: best p99 of 3 of the slowest kind, ms", "≤", 100],
  ["order's cost ÷ empty", "processor time of an order in the account of --large ÷ in an empty one", "≤", 1.2],
  ["one caller's p50 ÷ empty", "one caller's p50 there ÷ in an empty one", "≤", 1.2],
  ["backtest seconds", "backtest of a year of one account's orders: the slowest, s", "≤", 60],
  ["backtest hold", "backtest: the longest time for which nothing else ran in the process, ms", "≤", 250],
  ["backtest memory", "backtest: memory at most beyond that in the first quarter of the way, MB", "≤", 100],
  ["pairs seconds", "products bought together of one account's orders, s", "≤", 60],
  ["render ms", "document of the largest size: ms to render the slowest", "≤", 50],
  ["growth", "orders/s with many orders stored ÷ with 10,000", "≥", 0.85],
  ["two ÷ one", "two server processes ÷ one, calls/s", "≥", 1.7],
  ["RSS", "RSS at the peak, MB at most", "≤", 300],
  ["RSS slope", "RSS in the second half, MB a minute more", "≤", 1],
  ["client ÷ fetch", "typed client ÷ raw fetch, calls/s", "≥", 0.7],
  ["carts/s ÷ orders/s", "carts/s ÷ orders/s on the same server", "≥", 1.5],
  ["site calls/s ÷ orders/s", "calls of the site's script/s ÷ orders/s on the same server", "≥", 2],
  ["orders with carts ÷ without", "orders/s with carts, products and their flows ÷ without", "≥", 0.97],
  ["mails/s ÷ former", "mails/s ÷ those of the build of --former", "≥", 2],
  ["CPU a mail ÷ former", "processor time a mail of service and database ÷ that build's", "≤", 0.5],
  ["campaign enrolment", "seconds until a campaign of --campaign contacts has enrolled all", "≤", 60],
  ["campaign RSS", "RSS of the service meanwhile, MB at most", "≤", 250],
  ["orders beside campaign ÷ alone", "an account's p99 beside its campaign and 50 flows of segments ÷ alone", "≤", 2],
  ["beside limited ÷ alone", "quiet account's p99 beside one over its limits ÷ alone", "≤", 2],
  ["beside crowd ÷ alone", "quiet account's p99 beside ten times the peak's callers of one account ÷ alone", "≤", 2],
  [
    "beside slow ÷ alone",
    "quiet account's p99 beside slow callers with bodies of 1 MiB of one account ÷ alone",
    "≤",
    2
  ],
  [
    "beside thousands ÷ alone",
    "quiet account's p99 beside ten times an account's places of callers of one account ÷ alone",
    "≤",
    2
  ],
  ["beside raised ÷ alone", "quiet account's p99 beside one with raised limits ÷ alone", "≤", 2]
] as const

/** Prints every target with its measurement, and whether it was met. */
export const printBars = (measured: Readonly<Record<string, number>>): void => {
  console.log("\nBars")
  table(
    ["figure", "bar", "measured", ""],
    bars.map(([name, words, sign, bar]) => {
      const value = measured[name]
      if (value === undefined || Number.isNaN(value)) return [words, `${sign} ${bar}`, "", "not run"]
      const met = sign === "≥" ? value >= bar : value <= bar
      return [words, `${sign} ${bar}`, value.toFixed(2), met ? "met" : "missed"]
    })
  )
}
