// Loaded before a program (`--import`): at a statement to the database that lives in it, it is sent a signal.
import { PGlite } from "@electric-sql/pglite"
import { once } from "node:events"
import type { SignalConfig } from "./failpoints.ts"
import { frameDecoder, isStatementAt, workDetector } from "./frames.ts"

const { point, signal, idle, armed }: SignalConfig = JSON.parse(process.env["SIGNALLED"] ?? "")
const idleStatements = new Set(idle)
const cut = frameDecoder()
const isWork = workDetector(() => idleStatements)
let [isArmed, count] = [armed, 0]
process.on("SIGUSR2", () => (isArmed = true))

// Work goes on when the program knows of it; one that is killed never does.
const send = async () => {
  const received = signal === "SIGKILL" ? new Promise(() => {}) : once(process, signal)
  process.kill(process.pid, signal)
  await received
}
const run = PGlite.prototype.execProtocolRawStream

PGlite.prototype.execProtocolRawStream = async function (message, options) {
  const statements = cut(Buffer.from(message)).flatMap(({ statement }) => statement ?? [])
  const isHere = statements.filter((one) => isWork(one) && isArmed && isStatementAt(point.at, ++count, one)).length > 0
  if (isHere && point.when === "before") await send()
  // The answer does not reach a program that is killed after it.
  await run.call(this, message, isHere && signal === "SIGKILL" ? { ...options, onRawData: () => {} } : options)
  if (isHere && point.when === "after") await send()
}
