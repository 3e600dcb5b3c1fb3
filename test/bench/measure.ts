import type { LoadFigures } from "./load.ts"
import { median, spread, table } from "./figures.ts"
import { backendsOf, usageOf } from "./usage.ts"

/** One measurement: the load's figures, CPU seconds per second of each process, and the server's memory afterwards. */
export interface Sample extends LoadFigures {
  readonly cpuServer: number
  readonly cpuDatabase: number
  readonly cpuLoad: number
  readonly rss: number
}

/** The measured processes: a server and, on PostgreSQL, its database. */
export interface Measured {
  readonly name: string
  readonly pid: number
  readonly database: string | undefined
}

/** Runs a load and reads the resource use of all processes meanwhile. */
export const measured = async ({ pid, database }: Measured, load: () => Promise<LoadFigures>): Promise<Sample> => {
  const backends = () => (database === undefined ? [] : backendsOf(database))
  const before = {
    server: usageOf([pid]),
    backends: new Map(backends().map((backend) => [backend, usageOf([backend]).cpu])),
    load: process.cpuUsage(),
    at: performance.now()
  }
  const figures = await load()
  const seconds = (performance.now() - before.at) / 1000
  const server = usageOf([pid])
  const own = process.cpuUsage(before.load)
  return {
    ...figures,
    cpuServer: (server.cpu - before.server.cpu) / seconds,
    // Connections may have been opened meanwhile.
    cpuDatabase:
      backends().reduce((sum, backend) => sum + usageOf([backend]).cpu - (before.backends.get(backend) ?? 0), 0) /
      seconds,
    cpuLoad: (own.user + own.system) / 1e6 / seconds,
    rss: server.rss
  }
}

/** Medians of several samples, with the spread of the rate in percent. */
export interface Summary {
  readonly name: string
  readonly perSecond: number
  readonly spread: number
  readonly p50: number
  readonly p99: number
  readonly cpuServer: number
  readonly cpuDatabase: number
  readonly cpuLoad: number
  readonly rss: number
  readonly samples: ReadonlyArray<number>
  readonly statuses: Readonly<Record<string, number>>
}

export const summarize = (name: string, samples: ReadonlyArray<Sample>): Summary => {
  const of = (read: (sample: Sample) => number) => median(samples.map(read))
  const statuses: Record<string, number> = {}
  for (const sample of samples) {
    for (const [status, count] of Object.entries(sample.statuses)) statuses[status] = (statuses[status] ?? 0) + count
  }
  return {
    name,
    perSecond: of((sample) => sample.perSecond),
    spread: spread(samples.map((sample) => sample.perSecond)),
    p50: of((sample) => sample.p50),
    p99: of((sample) => sample.p99),
    cpuServer: of((sample) => sample.cpuServer),
    cpuDatabase: of((sample) => sample.cpuDatabase),
    cpuLoad: of((sample) => sample.cpuLoad),
    rss: Math.max(...samples.map((sample) => sample.rss)),
    samples: samples.map((sample) => Math.round(sample.perSecond)),
    statuses
  }
}

const costOf = (cpu: number, { perSecond }: Summary): string => ((cpu / perSecond) * 1e6).toFixed(0)

export const printSummaries = (title: string, summaries: ReadonlyArray<Summary>): void => {
  console.log(`\n${title}`)
  table(
    [
      "subject",
      "calls/s",
      "±%",
      "p50 ms",
      "p99 ms",
      "CPU server",
      "CPU database",
      "CPU load",
      "µs a call",
      "RSS MB",
      "answers"
    ],
    summaries.map((summary) => [
      summary.name,
      summary.perSecond.toFixed(0),
      summary.spread.toFixed(0),
      summary.p50.toFixed(2),
      summary.p99.toFixed(2),
      summary.cpuServer.toFixed(2),
      summary.cpuDatabase.toFixed(2),
      summary.cpuLoad.toFixed(2),
      // CPU per call is stable on a shared machine, unlike calls per second.
      `${costOf(summary.cpuServer, summary)} + ${costOf(summary.cpuDatabase, summary)}`,
      summary.rss.toFixed(0),
      Object.entries(summary.statuses)
        .map(([status, count]) => `${status}:${count}`)
        .join(" ")
    ])
  )
}
