import { parentPort, workerData } from "node:worker_threads"
import { embeddedDatabase, type EmbeddedOptions } from "./embeddedDatabase.ts"

/** A message of the client; `close` ends the thread after a checkpoint. */
export type ThreadRequest = Uint8Array<ArrayBuffer> | "close"

/** A part of the response to a message of the client, and whether it is the last. The first response says that the database is open. */
export interface ThreadResponse {
  readonly data: Uint8Array<ArrayBuffer>
  readonly isLast: boolean
}

// A response is sent in one part, because each costs the other thread a turn; a large one in several, so that it is not in memory twice.
const maxPart = 1024 * 1024

const serve = async (port: NonNullable<typeof parentPort>, options: EmbeddedOptions): Promise<void> => {
  const database = await embeddedDatabase(options)
  let parts: Array<Uint8Array> = []
  let size = 0
  const respond = (isLast: boolean) => {
    const data = new Uint8Array(size)
    let at = 0
    for (const part of parts) {
      data.set(part, at)
      at += part.length
    }
    parts = []
    size = 0
    const response: ThreadResponse = { data, isLast }
    port.postMessage(response, [data.buffer])
  }
  // The memory of the database is written over by its next output.
  const onRawData = (part: Uint8Array) => {
    parts.push(part.slice())
    size += part.length
    if (size >= maxPart) respond(false)
  }
  port.on("message", async (message: ThreadRequest) => {
    if (typeof message === "string") {
      await database.close()
      port.close()
      return
    }
    await database.execProtocolRawStream(message, { onRawData })
    respond(true)
  })
  respond(true)
}

if (parentPort !== null) await serve(parentPort, workerData)
