// Preloaded into a program (`--import`): sends it a signal at a statement to its embedded database.
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

// Execution continues after the program has received the signal; never after SIGKILL.
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
  // A program killed after a statement does not receive the response.
  await run.call(this, message, isHere && signal === "SIGKILL" ? { ...options, onRawData: () => {} } : options)
  if (isHere && point.when === "after") await send()
}
