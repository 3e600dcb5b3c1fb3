import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

/** Orders per second of the peer's transaction alone, by pgbench with prepared statements. Undefined when pgbench is not installed. */
export const pgbench = async (options: {
  readonly url: string
  readonly accounts: number
  readonly clients: number
  readonly seconds: number
}): Promise<number | undefined> => {
  const script = join(import.meta.dirname, "peers/pgbench.sql")
  const child = spawn(
    "pgbench",
    [
      "-n",
      "-M",
      "prepared",
      "-f",
      script,
      "-D",
      `accounts=${options.accounts}`,
      "-c",
      `${options.clients}`,
      "-j",
      "1",
      "-T",
      `${options.seconds}`,
      options.url
    ],
    { stdio: ["ignore", "pipe", "pipe"] }
  )
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const missing = await Promise.race([once(child, "close").then(() => false), once(child, "error").then(() => true)])
  if (missing) return undefined
  const perSecond = /tps = ([\d.]+)/.exec(output)?.[1]
  if (perSecond === undefined) throw new Error(`pgbench failed: ${output}`)
  return Number(perSecond)
}
