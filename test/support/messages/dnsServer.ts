import { Effect } from "effect"
import { createSocket } from "node:dgram"
import { once } from "node:events"

const nameAt = (query: Buffer): { readonly name: string; readonly end: number } => {
  const labels: Array<string> = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  return { name: labels.join(".").toLowerCase(), end: at + 5 }
}

/** A TXT answer: strings of at most 255 bytes each. */
const textRecord = (text: string): Buffer => {
  const parts = text.match(/[^]{1,255}/g) ?? [""]
  const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])))
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/**
 * A DNS server on this machine that knows these TXT records, and the names it was asked for. Names without a record do not exist; `silent`
 * ones get no answer.
 */
export const dnsServer = Effect.acquireRelease(
  Effect.promise(async () => {
    const records = new Map<string, ReadonlyArray<string>>()
    const asked: Array<string> = []
    const silent = new Set<string>()
    const socket = createSocket("udp4")
    socket.on("message", (query, { address, port }) => {
      const { name, end } = nameAt(query)
      asked.push(name)
      if (silent.has(name)) return
      const texts = records.get(name)
      const head = Buffer.from(query.subarray(0, 12))
      head.writeUInt16BE(texts === undefined ? 0x8183 : 0x8180, 2)
      head.writeUInt16BE(texts?.length ?? 0, 6)
      head.fill(0, 8, 12)
      socket.send(Buffer.concat([head, query.subarray(12, end), ...(texts ?? []).map(textRecord)]), port, address)
    })
    socket.bind(0, "127.0.0.1")
    await once(socket, "listening")
    return { socket, records, asked, silent, address: `127.0.0.1:${socket.address().port}` }
  }),
  ({ socket }) => Effect.promise(() => new Promise<void>((resolve) => socket.close(() => resolve())))
)
