// Preloaded into a program (`--import`): sends it a signal at a statement to its embedded database.
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import type { ThreadResponse } from "../../../src/store/embedded/databaseThread.ts"
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
const { postMessage } = Worker.prototype

Worker.prototype.postMessage = function (message, transfers) {
  const isClient = message instanceof Uint8Array
  const statements = isClient ? cut(Buffer.from(message)).flatMap(({ statement }) => statement ?? []) : []
  const isHere = statements.filter((one) => isWork(one) && isArmed && isStatementAt(point.at, ++count, one)).length > 0
  const post = () => postMessage.call(this, message, transfers ?? [])
  if (!isHere) return post()
  if (point.when === "before") return void send().then(post)
  // The thread has responded, and the program does not know yet. A program killed after a statement does not receive the response.
  const { emit } = this
  const deliver = (event: string, response: ThreadResponse): boolean => {
    const isOther = event !== "message" || !(response.isLast || signal === "SIGKILL")
    if (isOther) return emit.call(this, event, response)
    if (!response.isLast) return false
    Object.assign(this, { emit })
    void send().then(() => emit.call(this, event, response))
    return true
  }
  Object.assign(this, { emit: deliver })
  post()
}
