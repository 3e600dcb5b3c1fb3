import { setTimeout as sleep } from "node:timers/promises"
import { Connection } from "./connection.ts"
import { quantile } from "./figures.ts"

/** The result of a load: calls per second, latencies in milliseconds, and counts by status. */
export interface LoadFigures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly statuses: Readonly<Record<string, number>>
}

/** Counts responses since `started`. */
export class Tally {
  readonly #latencies: Array<number> = []
  readonly #statuses: Record<string, number> = {}
  readonly #started: number

  constructor(started: number) {
    this.#started = started
  }

  add(status: number, latency: number): void {
    this.#latencies.push(latency)
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1
  }

  figures(): LoadFigures {
    const seconds = (performance.now() - this.#started) / 1000
    const sorted = this.#latencies.sort((a, b) => a - b)
    return {
      perSecond: sorted.length / seconds,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      statuses: this.#statuses
    }
  }
}

const open = (port: number, connections: number) =>
  Promise.all(Array.from({ length: connections }, () => Connection.open(port)))

/** Closed loop: each caller sends its next call after the previous response. Ends after `seconds`, or `calls` when given. */
export const closedLoad = async (options: {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly calls?: number
  readonly next: () => string
}): Promise<LoadFigures> => {
  const connections = await open(options.port, options.connections)
  const tally = new Tally(performance.now())
  const until = performance.now() + options.seconds * 1000
  let left = options.calls ?? Number.POSITIVE_INFINITY
  await Promise.all(
    connections.map(
      (connection) =>
        new Promise<void>((resolve) => {
          const send = () => {
            const at = performance.now()
            if (at >= until || left-- <= 0) return resolve()
            connection.call(options.next(), (status) => {
              tally.add(status, performance.now() - at)
              if (status === 0) resolve()
              else send()
            })
          }
          send()
        })
    )
  )
  const figures = tally.figures()
  connections.forEach((connection) => connection.close())
  return figures
}

/**
 * Open loop: calls at a fixed rate. Latency counts from the scheduled time of a call, so queueing is included. The first
 * second, in which connections are opened, does not count.
 */
export const steadyLoad = async (options: {
  readonly port: number
  readonly perSecond: number
  readonly seconds: number
  readonly next: () => string
}): Promise<LoadFigures> => {
  // Connections are used in rotation, and few enough to be used each second: servers close idle ones.
  const free = await open(options.port, Math.max(16, Math.min(256, Math.ceil(options.perSecond))))
  const all = [...free]
  const late: Array<number> = []
  const started = performance.now()
  const counted = started + 1_000
  const tally = new Tally(counted)
  const total = Math.floor(options.perSecond * (options.seconds + 1))
  const answers = { count: 0 }
  const send = (due: number) => {
    const connection = free.shift()
    if (connection === undefined) return void late.push(due)
    connection.call(options.next(), (status) => {
      if (due >= counted) tally.add(status, performance.now() - due)
      answers.count++
      free.push(connection)
      const waiting = late.shift()
      if (waiting !== undefined) send(waiting)
    })
  }
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, 1 + Math.floor(((performance.now() - started) / 1000) * options.perSecond))
    for (; sent < due; sent++) send(started + (sent / options.perSecond) * 1000)
    await sleep(1)
  }
  for (let waits = 0; waits < 500 && answers.count < total; waits++) await sleep(10)
  const figures = tally.figures()
  all.forEach((connection) => connection.close())
  return figures
}
