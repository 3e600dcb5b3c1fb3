import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { median, spread, table } from "./figures.ts"
import { type LoadFigures, steadyLoad } from "./load.ts"
import { options } from "./options.ts"
import { orderBody, request, tokenOf } from "./traffic.ts"
import { undisturbed } from "./undisturbed.ts"

/** Calls of one account as fast as its callers get answers; order numbers from `first` on. */
export interface Flood {
  readonly port: number
  readonly account: number
  readonly connections: number
  readonly first: number
  readonly seconds: number
}

/** The quiet account's calls alone, then beside another account, and what that one sent meanwhile. */
interface Sample {
  readonly alone: LoadFigures
  readonly beside: LoadFigures
  readonly noisy: LoadFigures
}

const quiet = { account: 1, perSecond: 50, seconds: options.seconds }
// Many short stretches: a moment in which the machine stands still is then in one of them, and not in their median.
const stretches = 3 * options.rounds
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
    const beside = async (account: number) => {
      const first = 100_000 * ++flooded
      // Already there before the first quiet call, and still after the last.
      const flood = floodBy({ port, account, first, connections: options.connections, seconds: quiet.seconds + 2 })
      await sleep(1_000)
      return { beside: await calm(), noisy: await flood }
    }
    const sample = async (account: number, aloneFirst: boolean): Promise<Sample> => {
      if (aloneFirst) return { alone: await calm(), ...(await beside(account)) }
      return { ...(await beside(account)), alone: await calm() }
    }
    await beside(noisy.raised)
    const samples: Record<keyof typeof noisy, Array<Sample>> = { limited: [], raised: [] }
    for (let stretch = 0; stretch < stretches; stretch++) {
      // Every second time backwards, so that neither always follows the same.
      const isForward = stretch % 2 === 0
      for (const name of isForward ? (["limited", "raised"] as const) : (["raised", "limited"] as const))
        samples[name].push(await undisturbed(name, () => sample(noisy[name], isForward)))
    }
    const moved = (of: ReadonlyArray<Sample>) =>
      median(of.map(({ beside }) => beside.p99)) / median(of.map(({ alone }) => alone.p99))
    const ratios = {
      "beside limited ÷ alone": moved(samples.limited),
      "beside raised ÷ alone": moved(samples.raised)
    }
    print(samples)
    console.log(JSON.stringify({ neighbour: samples, ratios }))
    return { neighbour: samples, ratios }
  })
}

const statusesOf = (all: ReadonlyArray<LoadFigures>): string => {
  const sum: Record<string, number> = {}
  for (const { statuses } of all) {
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count
  }
  return Object.entries(sum)
    .map(([status, count]) => `${status}:${count}`)
    .join(" ")
}

const print = ({ limited, raised }: Readonly<Record<keyof typeof noisy, ReadonlyArray<Sample>>>): void => {
  console.log(`\nA quiet account, ${quiet.perSecond} orders/s; a noisy one beside it, ${options.connections} callers`)
  const row = (name: string, of: ReadonlyArray<LoadFigures>, noise: ReadonlyArray<LoadFigures>) => {
    const p99 = of.map((figures) => figures.p99)
    return [
      name,
      median(of.map(({ p50 }) => p50)).toFixed(2),
      median(p99).toFixed(2),
      spread(p99).toFixed(0),
      statusesOf(of),
      noise.length === 0 ? "" : median(noise.map(({ perSecond }) => perSecond)).toFixed(0),
      statusesOf(noise)
    ]
  }
  const beside = (name: string, of: ReadonlyArray<Sample>) =>
    row(
      name,
      of.map((sample) => sample.beside),
      of.map((sample) => sample.noisy)
    )
  table(
    ["quiet account", "p50 ms", "p99 ms", "±%", "answers", "noisy calls/s", "answers"],
    [
      row(
        "alone",
        [...limited, ...raised].map(({ alone }) => alone),
        []
      ),
      beside("beside one over its limits", limited),
      beside("beside one with raised limits", raised)
    ]
  )
}
