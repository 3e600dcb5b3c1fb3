import type { PGlite } from "@electric-sql/pglite"
import { Duplex } from "node:stream"

/** The wire protocol of the embedded database as a duplex stream, for the PostgreSQL client. Supports one connection. */
export const embeddedStream = (database: PGlite): Duplex => {
  const stream: Duplex = new Duplex({
    read: () => {},
    write: (message: Uint8Array, _encoding, done) => {
      database
        .execProtocolRawStream(message, { onRawData: (data) => void stream.push(Buffer.from(data)) })
        .then(() => done(), done)
    },
    final: (done) => {
      stream.push(null)
      done()
    }
  })
  return stream
}
