import { connect } from "../../src/client.ts"
import { onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { median, spread, table } from "./figures.ts"
import { options } from "./options.ts"
import { tokenOf } from "./traffic.ts"

interface Sample {
  readonly perSecond: number
  /** CPU of this process in microseconds a call. */
  readonly cpu: number
}

/** Runs eight concurrent callers for some seconds. */
const callers = async (call: () => Promise<unknown>): Promise<Sample> => {
  const used = process.cpuUsage()
  const until = performance.now() + options.seconds * 1000
  const counts = Array.from({ length: 8 }, async () => {
    let count = 0
    for (; performance.now() < until; count++) await call()
    return count
  })
  const calls = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  const { user, system } = process.cpuUsage(used)
  return { perSecond: calls / options.seconds, cpu: (user + system) / calls }
}

/** Compares the same call through the typed client and through fetch, alternating. */
export const benchClient = async (databases: Databases): Promise<Record<string, unknown>> =>
  withContenders([async () => onPostgres("ours", await databases.create("ours"))], async ([ours]) => {
    const origin = `http://127.0.0.1:${ours?.port}`
    const client = connect({ baseUrl: origin, token: tokenOf(1) })
    const headers = { authorization: `Bearer ${tokenOf(1)}` }
    const read = {
      client: () => client.account.get({}),
      fetch: async () => (await fetch(`${origin}/v1/account`, { headers })).json()
    }
    const figures: Record<keyof typeof read, Array<Sample>> = { client: [], fetch: [] }
    await callers(read.client)
    await callers(read.fetch)
    for (let round = 0; round < options.rounds; round++) {
      for (const name of ["client", "fetch"] as const) figures[name].push(await callers(read[name]))
    }
    const perSecond = (of: ReadonlyArray<Sample>) => of.map((sample) => sample.perSecond)
    console.log("\nThe typed client and fetch, 8 callers")
    table(
      ["caller", "calls/s", "±%", "µs CPU a call"],
      Object.entries(figures).map(([name, of]) => [
        name,
        median(perSecond(of)).toFixed(0),
        spread(perSecond(of)).toFixed(0),
        median(of.map(({ cpu }) => cpu)).toFixed(0)
      ])
    )
    const ratio = median(perSecond(figures.client)) / median(perSecond(figures.fetch))
    return { client: figures, ratios: { "client ÷ fetch": ratio } }
  })
