// Loaded before a program (`--import`): at a statement to the database that lives in it, it is sent a signal.
import { PGlite } from "@electric-sql/pglite"
import { once } from "node:events"
import type { Signalled } from "./failpoints.ts"
import { frames, isAt, workIn } from "./frames.ts"

const { point, signal, idle, armed }: Signalled = JSON.parse(process.env["SIGNALLED"] ?? "")
const known = new Set(idle)
const cut = frames()
const isWork = workIn(() => known)
let [isArmed, count] = [armed, 0]
process.on("SIGUSR2", () => (isArmed = true))

// Work goes on when the program knows of it; one that is killed never does.
const send = async () => {
  const heard = signal === "SIGKILL" ? new Promise(() => {}) : once(process, signal)
  process.kill(process.pid, signal)
  await heard
}
const run = PGlite.prototype.execProtocolRawStream

PGlite.prototype.execProtocolRawStream = async function (message, options) {
  const statements = cut(Buffer.from(message)).flatMap(({ statement }) => statement ?? [])
  const isHere = statements.filter((one) => isWork(one) && isArmed && isAt(point.at, ++count, one)).length > 0
  if (isHere && point.when === "before") await send()
  // The answer does not reach a program that is killed after it.
  await run.call(this, message, isHere && signal === "SIGKILL" ? { ...options, onRawData: () => {} } : options)
  if (isHere && point.when === "after") await send()
}
