import { inTurn, onPostgres, withContenders } from "./contenders.ts"
import { connect } from "../../src/client.ts"
import type { Databases } from "./databases.ts"
import { median, table } from "./figures.ts"
import { generate } from "./generate.ts"
import { closedLoad } from "./load.ts"
import { printSummaries } from "./measure.ts"
import { options } from "./options.ts"
import { request, tokenOf } from "./traffic.ts"
import { usageOf } from "./usage.ts"

const { accounts, connections, rounds, seconds } = options

/** Orders per second with many orders stored and with 10,000. */
export const benchGrowth = async (databases: Databases, orders: number): Promise<Record<string, unknown>> => {
  const start = (name: string, stored: number) => async () => {
    const made = await databases.create(name)
    await databases.query(made.url, ...generate(stored, accounts))
    return onPostgres(name, made)
  }
  return withContenders([start("small", 10_000), start("large", orders)], async (contenders) => {
    const load = ({ port, traffic: { next } }: (typeof contenders)[number]) =>
      closedLoad({ port, connections, seconds, next })
    for (const contender of contenders) await load(contender)
    const peak = await inTurn(contenders, rounds, load)
    printSummaries(`Peak with 10,000 and ${orders} orders stored`, peak)
    const ratio = (peak[1]?.perSecond ?? 0) / (peak[0]?.perSecond ?? 0)
    console.log(`large ÷ small: ${ratio.toFixed(2)} (bar ≥ 0.85)`)
    return { growth: peak, ratio }
  })
}

/** Reads and refused orders, by one process and by two on the same database. */
export const benchProcesses = async (databases: Databases): Promise<Record<string, unknown>> => {
  const made = await databases.create("shared")
  await databases.query(made.url, ...generate(10_000, accounts))
  const start = (name: string) => () => onPostgres(name, made)
  return withContenders([start("first"), start("second")], async ([first, second]) => {
    if (first === undefined || second === undefined) return {}
    let turn = 0
    const next = () => {
      const token = tokenOf(1 + (turn++ % accounts))
      return turn % 2 === 0
        ? request(token, "GET", "/v1/contacts?per_page=5")
        : request(token, "POST", "/v1/orders/placed", `{"total":-1}`)
    }
    const by = (ports: ReadonlyArray<number>) => async () => {
      const loads = ports.map((port) => closedLoad({ port, connections: connections / ports.length, seconds, next }))
      return (await Promise.all(loads)).reduce((sum, { perSecond }) => sum + perSecond, 0)
    }
    const figures: Record<"one" | "two", Array<number>> = { one: [], two: [] }
    await by([first.port, second.port])()
    for (let round = 0; round < rounds; round++) {
      figures.one.push(await by([first.port])())
      figures.two.push(await by([first.port, second.port])())
    }
    const ratio = median(figures.two) / median(figures.one)
    table(
      ["processes", "calls/s"],
      Object.entries(figures).map(([name, of]) => [name, of.map((one) => one.toFixed(0)).join(" ")])
    )
    console.log(`two ÷ one: ${ratio.toFixed(2)} (bar ≥ 1.7, with cores to spare)`)
    return { processes: figures, ratio }
  })
}

/** Calls per second through the typed client and through fetch, both with eight callers. */
export const benchClient = async (databases: Databases): Promise<Record<string, unknown>> =>
  withContenders([async () => onPostgres("ours", await databases.create("ours"))], async ([ours]) => {
    const origin = `http://127.0.0.1:${ours?.port}`
    const client = connect({ baseUrl: origin, token: tokenOf(1) })
    const read = { client: () => client.account.get({}), fetch: () => readAccount(origin) }
    const figures: Record<"client" | "fetch", Array<number>> = { client: [], fetch: [] }
    const callers = async (call: () => Promise<unknown>): Promise<number> => {
      const until = performance.now() + seconds * 1000
      const counts = Array.from({ length: 8 }, async () => {
        let count = 0
        for (; performance.now() < until; count++) await call()
        return count
      })
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0) / seconds
    }
    await callers(read.client)
    for (let round = 0; round < rounds; round++) {
      for (const name of ["client", "fetch"] as const) figures[name].push(await callers(read[name]))
    }
    const ratio = median(figures.client) / median(figures.fetch)
    table(
      ["caller", "calls/s"],
      Object.entries(figures).map(([name, of]) => [name, of.map((one) => one.toFixed(0)).join(" ")])
    )
    console.log(`typed client ÷ fetch: ${ratio.toFixed(2)} (bar ≥ 0.7)`)
    return { client: figures, ratio }
  })

const readAccount = async (origin: string): Promise<unknown> => {
  const response = await fetch(`${origin}/v1/account`, { headers: { authorization: `Bearer ${tokenOf(1)}` } })
  return response.json()
}

/** Memory of our server under full load: greatest, and the slope over the second half. */
export const benchMemory = async (databases: Databases, minutes: number): Promise<Record<string, unknown>> =>
  withContenders([async () => onPostgres("ours", await databases.create("ours"))], async ([ours]) => {
    if (ours === undefined) return {}
    const points: Array<readonly [minute: number, rss: number]> = []
    const from = performance.now()
    const timer = setInterval(() => points.push([(performance.now() - from) / 60_000, usageOf([ours.pid]).rss]), 2_000)
    const { perSecond } = await closedLoad({
      port: ours.port,
      connections,
      seconds: minutes * 60,
      next: ours.traffic.next
    })
    clearInterval(timer)
    const slope = slopeOf(points.slice(points.length >> 1))
    const most = Math.max(...points.map(([, rss]) => rss))
    console.log(
      `${perSecond.toFixed(0)} orders/s for ${minutes} min: RSS at most ${most.toFixed(0)} MB (bar 300), ${slope.toFixed(1)} MB a minute`
    )
    return { memory: points, slope, most }
  })

// Least squares.
const slopeOf = (points: ReadonlyArray<readonly [number, number]>): number => {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const above = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0)
  return above / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)
}

/** `GET /contacts` by cursor through all contacts of one account: p99 for each tenth of the way. */
export const benchContacts = async (databases: Databases, contacts: number): Promise<Record<string, unknown>> => {
  const made = await databases.create("ours")
  await databases.query(made.url, ...generate(contacts * 4, 1))
  return withContenders([() => onPostgres("ours", made)], async ([ours]) => {
    const pages: Array<number> = []
    let cursor: string | null = null
    do {
      const at = performance.now()
      const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`
      const response = await fetch(`http://127.0.0.1:${ours?.port}/v1/contacts?per_page=100${after}`, {
        headers: { authorization: `Bearer ${tokenOf(1)}` }
      })
      const body = (await response.json()) as { pagination: { next_cursor: string | null } }
      pages.push(performance.now() - at)
      cursor = body.pagination.next_cursor
    } while (cursor !== null)
    const tenths = Array.from({ length: 10 }, (_, tenth) =>
      pages.slice((tenth * pages.length) / 10, ((tenth + 1) * pages.length) / 10).toSorted((a, b) => a - b)
    )
    const p99 = tenths.map((of) => of[Math.floor(of.length * 0.99)] ?? Number.NaN)
    console.log(
      `${pages.length} pages of 100: p99 of each tenth ${p99.map((of) => of.toFixed(1)).join(" ")} ms (bar ≤ 50, flat)`
    )
    return { pages: pages.length, p99 }
  })
}
