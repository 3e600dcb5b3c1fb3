import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { cpus, release, totalmem } from "node:os"
import { join } from "node:path"
import { median, spread } from "./figures.ts"
import type { Kills } from "./kills.ts"
import type { Summary } from "./measure.ts"
import { options } from "./options.ts"
import type { Reference } from "./reference.ts"

/** The measurements of one run, by part. */
export interface Published {
  readonly database: string
  readonly peak: ReadonlyArray<Summary>
  readonly alone: ReadonlyArray<Summary>
  readonly half: ReadonlyArray<Summary>
  /** Transactions a second of each round; none where it is not installed. */
  readonly pgbench: ReadonlyArray<number>
  readonly kills: ReadonlyArray<Kills>
  /** Before and after everything else. */
  readonly references: readonly [Reference, Reference]
}

const root = join(import.meta.dirname, "../..")
const peers = ["fastify.ts", "order.ts", "statements.ts", "body.ts"]

const commit = (): string => {
  try {
    return execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: root, encoding: "utf8" }).trim()
  } catch {
    return "unknown"
  }
}

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version

const peerSource = (name: string): string => {
  const text = readFileSync(join(import.meta.dirname, "peers", name))
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 12)
  return `\`test/bench/peers/${name}\` (SHA-256 ${digest}…)`
}

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 })
const range = (of: (reference: Reference) => number, references: Published["references"]): string =>
  references.map((one) => whole.format(of(one))).join(" before, ") + " after"

const plainCells = (pgbench: ReadonlyArray<number>, first: Summary | undefined): ReadonlyArray<string> => [
  "pgbench (that transaction alone, 16 clients)",
  `${whole.format(median(pgbench))} (±${spread(pgbench).toFixed(0)} %)`,
  first === undefined ? "" : (median(pgbench) / first.perSecond).toFixed(2)
]

/** One Markdown table of a run, with the machine, the versions, the rules and the source of the peer. */
export const publishedTable = ({ database, peak, alone, half, pgbench, kills, references }: Published): string => {
  const { accounts, connections, rounds, seconds } = options
  const named = (of: ReadonlyArray<Summary>, name: string) => of.find((one) => one.name === name)
  const first = peak[0]
  const rows = peak.map((one) => {
    const [single, steady] = [named(alone, one.name), named(half, one.name)]
    const killed = kills.find(({ name }) => name === one.name)
    const cpu = (seconds: number) => ((seconds / one.perSecond) * 1e6).toFixed(0)
    return row([
      one.name,
      `${whole.format(one.perSecond)} (±${one.spread.toFixed(0)} %)`,
      first === undefined ? "" : (one.perSecond / first.perSecond).toFixed(2),
      one.p50.toFixed(1),
      one.p99.toFixed(1),
      single?.p50.toFixed(1) ?? "",
      steady?.p99.toFixed(1) ?? "",
      `${cpu(one.cpuServer)} + ${cpu(one.cpuDatabase)}`,
      one.rss.toFixed(0),
      killed === undefined ? "" : `${killed.lost} of ${whole.format(killed.acknowledged)} in ${killed.rounds}`,
      killed === undefined ? "" : whole.format(killed.recovery)
    ])
  })
  const head = [
    "subject",
    "orders/s",
    `÷ ${first?.name ?? "first"}`,
    "p50 ms",
    "p99 ms",
    "one caller's p50 ms",
    "p99 ms at half the peak",
    "µs CPU an order: server + database",
    "RSS MB",
    "acknowledged orders lost in kills",
    "ms from a start to its first answer"
  ]
  return [
    row(head),
    row(head.map((_, at) => (at === 0 ? "---" : "---:"))),
    ...rows,
    ...(pgbench.length === 0 ? [] : [row([...plainCells(pgbench, first), ...head.slice(3).map(() => "")])]),
    "",
    `- Machine: ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ` +
      `${process.platform} ${release()}, shared by subjects, database and load.`,
    `- Reference on one core: JSON of 20 items there and back with its SHA-256, ${range((of) => of.loops, references)}; ` +
      `8 KiB writes with fsync, ${range((of) => of.syncs, references)}; each a second.`,
    `- Versions: Tally ${commit()}, Node ${process.versions.node}, ${database}, Fastify ${versionOf("fastify")}, ` +
      `pg ${versionOf("pg")}.`,
    `- Rules: ${connections} callers of ${accounts} accounts over loopback, ${rounds} rounds of ${seconds} s in turn, ` +
      "medians. Of ten calls five are orders of new contacts, three of known ones, two repeat one. All subjects got the same " +
      "600 calls first, and the rows that these left were equal. Default durability: an order is answered once it is on disk.",
    "- Kills: SIGKILL of the server under that load, a start, every acknowledged order sent again; one that is made then was lost.",
    `- The peer: ${peers.map(peerSource).join(", ")}; the rules in full: \`test/bench/README.md\`.`
  ].join("\n")
}
