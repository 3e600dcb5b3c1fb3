import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { ThreadRequest, ThreadResponse } from "./databaseThread.ts"
import type { EmbeddedOptions } from "./embeddedDatabase.ts"

// Compiled, the thread is an entry of its own above the folder of this code.
const file = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "databaseThread.ts" : "../databaseThread.js", import.meta.url)
)

/** Takes each part of a response; `isLast` with the last one. */
type OnData = (data: Buffer, isLast: boolean) => void

/** The embedded database, open in a thread of its own: whatever a statement does, this thread goes on. */
export interface EmbeddedThread {
  /** Sends a message of the client. Rejects when the thread ends. Messages sent without waiting are answered in order. */
  readonly run: (message: Uint8Array, onData: OnData) => Promise<void>
  /** Ends the thread after a checkpoint. */
  readonly close: () => Promise<void>
  /** Ends the thread at once, also in the middle of a statement: the next start recovers as after a crash. */
  readonly kill: () => Promise<void>
}

interface Sent {
  readonly onData: OnData
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Opens the embedded database in a thread. Rejects with what it could not be opened for. */
export const openThread = async (options: EmbeddedOptions): Promise<EmbeddedThread> => {
  const worker = new Worker(file, { workerData: options, name: "database" })
  const post = (request: ThreadRequest) =>
    worker.postMessage(request, typeof request === "string" ? [] : [request.buffer])
  const sent: Array<Sent> = []
  let ended: Error | undefined
  const end = (error: Error) => {
    ended ??= error
    for (const { reject } of sent.splice(0)) reject(ended)
  }
  worker.on("error", end)
  worker.once("exit", () => end(new Error("The thread of the embedded database has ended")))
  worker.on("message", ({ data, isLast }: ThreadResponse) => {
    sent[0]?.onData(Buffer.from(data.buffer), isLast)
    if (isLast) sent.shift()?.resolve()
  })
  const responded = (onData: OnData) =>
    new Promise<void>((resolve, reject) => {
      if (ended === undefined) sent.push({ onData, resolve, reject })
      else reject(ended)
    })
  // The first response says that the database is open.
  await responded(() => {})
  return {
    run: (message, onData) => {
      const response = responded(onData)
      // The buffer of a message is often one of many messages.
      if (ended === undefined) post(new Uint8Array(message))
      return response
    },
    close: async () => {
      const exit = once(worker, "exit")
      post("close")
      await exit
    },
    kill: async () => void (await worker.terminate())
  }
}
