import { onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { median, spread, table } from "./figures.ts"
import { generate } from "./generate.ts"
import { closedLoad } from "./load.ts"
import { options } from "./options.ts"
import { request, tokenOf } from "./traffic.ts"
import { inTurns } from "./timeSharing.ts"
import { backendsOf, usageOf } from "./usage.ts"

/** Calls per second, CPU of the servers in microseconds a call, and cores used by the database and this process. */
interface Sample {
  readonly perSecond: number
  readonly cpu: number
  readonly database: number
  readonly load: number
}

// Few cores cannot give two servers, the database and the load a core each. So each server gets the same limited share, with
// one as with two, and any lack of scaling is due to the servers.
const share = { on: 5, of: 20 }

/** Reads and rejected orders, with one process and with two on the same database. */
export const benchProcesses = async (databases: Databases): Promise<Record<string, unknown>> => {
  const { accounts, connections, rounds, seconds } = options
  const made = await databases.create("shared")
  await databases.query(made.url, ...generate(10_000, accounts))
  const start = (name: string) => () => onPostgres(name, made)
  return withContenders([start("first"), start("second")], async (both) => {
    let turn = 0
    const next = () => {
      const token = tokenOf(1 + (turn++ % accounts))
      return turn % 2 === 0
        ? request(token, "GET", "/v1/contacts?per_page=5")
        : request(token, "POST", "/v1/orders/placed", `{"total":-1}`)
    }
    const by = async (servers: typeof both): Promise<Sample> => {
      const pids = servers.map(({ pid }) => pid)
      const backends = backendsOf(made.name)
      const before = { servers: usageOf(pids).cpu, database: usageOf(backends).cpu, load: process.cpuUsage() }
      const loads = await Promise.all(servers.map(({ port }) => closedLoad({ port, connections, seconds, next })))
      const perSecond = loads.reduce((sum, load) => sum + load.perSecond, 0)
      const own = process.cpuUsage(before.load)
      return {
        perSecond,
        cpu: ((usageOf(pids).cpu - before.servers) / perSecond / seconds) * 1e6,
        database: (usageOf(backends).cpu - before.database) / seconds,
        load: (own.user + own.system) / 1e6 / seconds
      }
    }
    await by(both)
    const faster = inTurns(
      both.map(({ pid }) => pid),
      share
    )
    const figures: Record<"one" | "two", Array<Sample>> = { one: [], two: [] }
    try {
      for (let round = 0; round < rounds; round++) {
        figures.one.push(await by(both.slice(0, 1)))
        figures.two.push(await by(both))
      }
    } finally {
      await faster()
    }
    const of = (samples: ReadonlyArray<Sample>, read: (sample: Sample) => number) => median(samples.map(read))
    const rate = ({ perSecond }: Sample) => perSecond
    console.log(
      `\nReads and refused orders; each server runs ${share.on} of ${share.of} ms, ${connections} callers each`
    )
    table(
      ["processes", "calls/s", "±%", "µs CPU a call", "CPU database", "CPU load"],
      Object.entries(figures).map(([name, samples]) => [
        name,
        of(samples, rate).toFixed(0),
        spread(samples.map(rate)).toFixed(0),
        of(samples, ({ cpu }) => cpu).toFixed(0),
        of(samples, ({ database }) => database).toFixed(2),
        of(samples, ({ load }) => load).toFixed(2)
      ])
    )
    return { processes: figures, ratios: { "two ÷ one": of(figures.two, rate) / of(figures.one, rate) } }
  })
}
