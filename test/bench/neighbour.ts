import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { median, spread, table } from "./figures.ts"
import { type LoadFigures, steadyLoad } from "./load.ts"
import { options } from "./options.ts"
import { orderBody, request, tokenOf } from "./traffic.ts"

/** Calls of one account as fast as its callers get answers; order numbers from `first` on. */
export interface Flood {
  readonly port: number
  readonly account: number
  readonly connections: number
  readonly first: number
  readonly seconds: number
}

/** The quiet account's calls, and what its neighbour sent meanwhile. */
interface Sample {
  readonly quiet: LoadFigures
  readonly noisy?: LoadFigures
}

// Its 99th percentile is the fourth slowest of 320 calls, so that no single one is the figure.
const quiet = { account: 1, perSecond: 20, seconds: 4 * options.seconds }
const noisy = { limited: 2, raised: 3 }
const usual = `UPDATE accounts SET limit_per_minute = 60, limit_per_day = 10000
  WHERE account_id = 'acc_${String(noisy.limited).padStart(26, "0")}'`

const floodBy = async (flood: Flood): Promise<LoadFigures> => {
  const worker = new Worker(new URL("flood.ts", import.meta.url), { workerData: flood })
  const [figures] = await once(worker, "message")
  await worker.terminate()
  return figures
}

/** Orders of an account at a steady rate: alone, beside one that is far over its limits, and beside one without. */
export const benchNeighbour = async (databases: Databases): Promise<Record<string, unknown>> => {
  const made = await databases.create("neighbour")
  await databases.query(made.url, usual)
  return withContenders([() => onPostgres("ours", made)], async ([ours]) => {
    if (ours === undefined) return {}
    const { port } = ours
    let order = 0
    const next = () => {
      order++
      return request(tokenOf(quiet.account), "POST", "/v1/orders/placed", orderBody(order, order, false))
    }
    const calm = () => steadyLoad({ ...quiet, port, next })
    let flooded = 0
    const beside = async (account: number): Promise<Sample> => {
      const first = 1_000_000 * ++flooded
      // Already there before the first quiet call, and still after the last.
      const flood = floodBy({ port, account, first, connections: options.connections, seconds: quiet.seconds + 2 })
      await sleep(1_000)
      const calls = await calm()
      return { quiet: calls, noisy: await flood }
    }
    await beside(noisy.raised)
    const samples: Record<"alone" | keyof typeof noisy, Array<Sample>> = { alone: [], limited: [], raised: [] }
    for (let round = 0; round < options.rounds; round++) {
      for (const name of ["limited", "raised"] as const) {
        samples.alone.push({ quiet: await calm() })
        samples[name].push(await beside(noisy[name]))
      }
    }
    const p99 = (of: ReadonlyArray<Sample>) => of.map((sample) => sample.quiet.p99)
    const ratios = {
      "beside limited ÷ alone": median(p99(samples.limited)) / median(p99(samples.alone)),
      "beside raised ÷ alone": median(p99(samples.raised)) / median(p99(samples.alone))
    }
    print(samples)
    console.log(JSON.stringify({ neighbour: samples, ratios }))
    return { neighbour: samples, ratios }
  })
}

const statusesOf = (all: ReadonlyArray<LoadFigures | undefined>): string => {
  const sum: Record<string, number> = {}
  for (const { statuses } of all.filter((figures) => figures !== undefined)) {
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count
  }
  return Object.entries(sum)
    .map(([status, count]) => `${status}:${count}`)
    .join(" ")
}

const print = (samples: Readonly<Record<string, ReadonlyArray<Sample>>>): void => {
  console.log(`\nA quiet account, ${quiet.perSecond} orders/s; a noisy one beside it, ${options.connections} callers`)
  table(
    ["quiet account", "p50 ms", "p99 ms", "±%", "answers", "noisy calls/s", "answers"],
    Object.entries(samples).map(([name, of]) => {
      const p99 = of.map((sample) => sample.quiet.p99)
      const rates = of.flatMap((sample) => (sample.noisy === undefined ? [] : [sample.noisy.perSecond]))
      return [
        name === "alone" ? name : `beside one ${name === "limited" ? "over its limits" : "with raised limits"}`,
        median(of.map((sample) => sample.quiet.p50)).toFixed(2),
        median(p99).toFixed(2),
        spread(p99).toFixed(0),
        statusesOf(of.map((sample) => sample.quiet)),
        rates.length === 0 ? "" : median(rates).toFixed(0),
        statusesOf(of.map((sample) => sample.noisy))
      ]
    })
  )
}
