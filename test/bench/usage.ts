import { readdirSync, readFileSync } from "node:fs"

/** CPU seconds of processes so far, and their resident memory in MB. Zero without /proc. */
export interface Usage {
  readonly cpu: number
  readonly rss: number
}

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

export const usageOf = (pids: ReadonlyArray<number>): Usage => {
  let cpu = 0
  let rss = 0
  for (const pid of pids) {
    const stat = read(`/proc/${pid}/stat`)
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    cpu += (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
    rss += Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
  }
  return { cpu, rss }
}

/** The backend processes of a database, when PostgreSQL runs on this machine. */
export const backendsOf = (database: string): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const command = read(`/proc/${pid}/cmdline`)
      return command.startsWith("postgres:") && command.split(/[\s\0]/).includes(database)
    })
    .map(Number)
