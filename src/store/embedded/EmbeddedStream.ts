import { Duplex } from "node:stream"
import type { EmbeddedOptions } from "./embeddedDatabase.ts"
import { type EmbeddedThread, openThread } from "./EmbeddedThread.ts"

/** The embedded database for a PostgreSQL client, which has one connection to it at a time. */
export interface EmbeddedDatabase {
  /** A connection, in the wire protocol. Its first message begins a session, which waits for the end of the session before. */
  readonly stream: () => Duplex
  /** Closes the database. Connections must have ended. */
  readonly close: () => Promise<void>
}

const cancelRequest = 80_877_102
const isCancelRequest = (message: Buffer) => message.length === 16 && message.readInt32BE(4) === cancelRequest

const terminate = 0x58

const simpleQuery = (sql: string): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + sql.length + 1)
  return Buffer.concat([Buffer.from("Q"), length, Buffer.from(`${sql}\0`)])
}

// A session may leave to the next one: an open transaction, prepared statements, settings and locks.
const reset = ["ROLLBACK", "DISCARD ALL"].map(simpleQuery)

/**
 * Opens the embedded database. A connection that ends in the middle of a statement ends the thread with it: nothing else stops a statement,
 * since the database has no signals. The client waits five seconds before it does so. The next connection opens the database again, which
 * recovers as after a crash; `onReopen` is called then. `onMessage` is called before each message of a client is sent.
 */
export const openEmbedded = async (
  options: EmbeddedOptions,
  { onReopen, onMessage }: { readonly onReopen: () => void; readonly onMessage: () => void }
): Promise<EmbeddedDatabase> => {
  let thread: Promise<EmbeddedThread> | undefined = openThread(options)
  let previous: Promise<void> = Promise.resolve()
  let isUsed = false
  await thread

  const kill = async (): Promise<void> => {
    const killed = thread
    thread = undefined
    await killed?.then(
      (one) => one.kill(),
      () => {}
    )
  }

  const begin = async (): Promise<EmbeddedThread> => {
    if (thread === undefined) {
      onReopen()
      thread = openThread(options)
    } else if (isUsed) {
      const used = await thread
      for (const message of reset) await used.run(message, () => {})
    }
    isUsed = true
    return thread
  }

  const stream = (): Duplex => {
    let session: Promise<EmbeddedThread> | undefined
    let end = () => {}
    let isBusy = false
    const send = async (message: Buffer): Promise<void> => {
      onMessage()
      if (session === undefined) {
        const before = previous
        previous = new Promise((resolve) => (end = resolve))
        session = before.then(begin)
      }
      const used = await session
      if (connection.destroyed) return
      isBusy = true
      await used.run(message, (data, isLast) => {
        isBusy = !isLast
        connection.push(data)
      })
    }
    const release = async (): Promise<void> => {
      await session?.catch(() => {})
      if (isBusy) await kill()
      end()
    }
    const connection = new Duplex({
      read: () => {},
      write: (message: Buffer, _encoding, done) => {
        if (session === undefined && isCancelRequest(message)) connection.destroy()
        else if (message[0] === terminate) done()
        else send(message).then(() => done(), done)
      },
      final: (done) => {
        connection.push(null)
        done()
      },
      destroy: (error, done) => {
        void release()
        done(error)
      }
    })
    return connection
  }

  return {
    stream,
    close: async () => {
      await previous
      await (await thread)?.close()
    }
  }
}
