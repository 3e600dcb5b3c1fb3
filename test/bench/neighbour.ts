import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { onKeeper, onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { median, spread, table } from "./figures.ts"
import { type LoadFigures, steadyLoad } from "./load.ts"
import { options } from "./options.ts"
import { orderBody, request, tokenOf } from "./traffic.ts"
import { undisturbed } from "./undisturbed.ts"

/** Calls of one account in a closed loop; order numbers start at `first`. */
export interface Flood {
  readonly port: number
  readonly account: number
  readonly connections: number
  /** Additional bytes of each body. */
  readonly padding: number
  /** Bodies have 1 MiB and arrive in parts, or never. */
  readonly areSlow: boolean
  readonly first: number
  readonly seconds: number
}

/** The quiet account's calls alone, then beside a noisy account, and the noisy account's calls. */
interface Sample {
  readonly alone: LoadFigures
  readonly beside: LoadFigures
  readonly noisy: LoadFigures
}

const quiet = { account: 1, perSecond: 50, seconds: options.seconds }
// Many short measurements, so that one pause of the machine does not affect the median.
const stretches = 3 * options.rounds
const { connections } = options
const few = { account: 2, connections, padding: 0, areSlow: false, isRaised: false }
const noisy = {
  limited: few,
  // Ten times the callers at peak throughput, with longer calls.
  crowd: { ...few, account: 3, connections: 10 * connections, padding: 10_000 },
  // Ten times the slots of an account; and the same on a server that does no work for them.
  thousands: { ...few, account: 3, connections: 60 * connections, padding: 10_000 },
  elsewhere: { ...few, account: 3, connections: 60 * connections, padding: 10_000 },
  slow: { ...few, account: 5, areSlow: true },
  raised: { ...few, account: 4, isRaised: true }
}
type Noisy = keyof typeof noisy
// Alternating; the loads that saturate the machine come last, so that their after-effects are not measured.
const groups = [["limited", "crowd", "slow", "thousands", "elsewhere"], ["raised"]] as const
const usual = Object.values(noisy)
  .filter(({ isRaised }) => !isRaised)
  .map(
    ({ account }) =>
      `UPDATE accounts SET limit_per_minute = 60, limit_per_day = 10000 WHERE account_id = 'acc_${String(account).padStart(26, "0")}'`
  )

const floodBy = async (flood: Flood): Promise<LoadFigures> => {
  const callers = fork(new URL("flood.ts", import.meta.url))
  callers.send(flood)
  const [figures] = await once(callers, "message")
  return figures
}

/** Orders of an account at a steady rate: alone, and beside each noisy account. */
export const benchNeighbour = async (databases: Databases): Promise<Record<string, unknown>> => {
  const made = await databases.create("neighbour")
  await databases.query(made.url, ...usual)
  return withContenders([() => onPostgres("ours", made), onKeeper], async ([ours, keeper]) => {
    if (ours === undefined || keeper === undefined) return {}
    const { port } = ours
    let order = 0
    const next = () => {
      order++
      return request(tokenOf(quiet.account), "POST", "/v1/orders/placed", orderBody(order, order, false))
    }
    const quietLoad = () => steadyLoad({ ...quiet, port, next })
    let flooded = 0
    const beside = async (name: Noisy) => {
      const first = 100_000 * ++flooded
      // The noisy load starts before the first quiet call and ends after the last.
      const at = name === "elsewhere" ? keeper.port : port
      const flood = floodBy({ ...noisy[name], port: at, first, seconds: quiet.seconds + 3 })
      await sleep(2_000)
      return { beside: await quietLoad(), noisy: await flood }
    }
    const sample = async (name: Noisy, aloneFirst: boolean): Promise<Sample> => {
      if (aloneFirst) return { alone: await quietLoad(), ...(await beside(name)) }
      return { ...(await beside(name)), alone: await quietLoad() }
    }
    await beside("limited")
    const samples: Record<Noisy, Array<Sample>> = {
      limited: [],
      crowd: [],
      slow: [],
      thousands: [],
      elsewhere: [],
      raised: []
    }
    for (const group of groups) {
      for (let stretch = 0; stretch < stretches; stretch++) {
        // Every second round in reverse order, so that neither always follows the same one.
        const isForward = stretch % 2 === 0
        for (const name of isForward ? group : group.toReversed())
          samples[name].push(await undisturbed(name, () => sample(name, isForward)))
      }
    }
    const p99Of = (of: ReadonlyArray<LoadFigures>) => median(of.map(({ p99 }) => p99))
    const p99Beside = (name: Noisy) => p99Of(samples[name].map((sample) => sample.beside))
    const moved = (name: Noisy) => p99Beside(name) / p99Of(samples[name].map(({ alone }) => alone))
    const ratios = {
      "beside limited ÷ alone": moved("limited"),
      "beside crowd ÷ alone": moved("crowd"),
      "beside slow ÷ alone": moved("slow"),
      "beside thousands ÷ alone": moved("thousands"),
      "beside thousands elsewhere ÷ alone": moved("elsewhere"),
      "beside thousands ÷ elsewhere": p99Beside("thousands") / p99Beside("elsewhere"),
      "beside raised ÷ alone": moved("raised")
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

const print = (samples: Readonly<Record<Noisy, ReadonlyArray<Sample>>>): void => {
  console.log(`\nA quiet account, ${quiet.perSecond} orders/s; a noisy one beside it, ${connections} callers`)
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
  const beside = (words: string, name: Noisy) =>
    row(
      `beside ${words}`,
      samples[name].map((sample) => sample.beside),
      samples[name].map((sample) => sample.noisy)
    )
  const all = Object.values(samples).flat()
  table(
    ["quiet account", "p50 ms", "p99 ms", "±%", "answers", "noisy calls/s", "answers"],
    [
      row(
        "alone",
        all.map(({ alone }) => alone),
        []
      ),
      beside("one over its limits", "limited"),
      beside(`one of ${noisy.crowd.connections} callers`, "crowd"),
      beside("one of slow callers", "slow"),
      beside(`one of ${noisy.thousands.connections} callers`, "thousands"),
      beside("as many on a server that only keeps them", "elsewhere"),
      beside("one with raised limits", "raised")
    ]
  )
}
