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

const types = { a: 1, cname: 5, text: 16 }

const record = (type: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 1, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** A TXT answer: strings of at most 255 bytes each. */
const textRecord = (text: string): Buffer => {
  const parts = text.match(/[^]{1,255}/g) ?? [""]
  return record(
    types.text,
    Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])))
  )
}

const addressRecord = (address: string): Buffer => record(types.a, Buffer.from(address.split(".").map(Number)))

const aliasRecord = (alias: string): Buffer =>
  record(types.cname, Buffer.from([...alias.split(".").flatMap((label) => [label.length, ...Buffer.from(label)]), 0]))

/**
 * A DNS server on this machine that knows these TXT records, IPv4 addresses and aliases, and the names it was asked for. Names without any do not exist;
 * `silent` ones get no answer. An alias needs its addresses beside it.
 */
export const dnsServer = Effect.acquireRelease(
  Effect.promise(async () => {
    const records = new Map<string, ReadonlyArray<string>>()
    const addresses = new Map<string, ReadonlyArray<string>>()
    const aliases = new Map<string, string>()
    const answersOf = (name: string, type: number): ReadonlyArray<Buffer> => {
      const alias = aliases.get(name)
      if (type === types.text) return (records.get(name) ?? []).map(textRecord)
      if (type === types.cname) return alias === undefined ? [] : [aliasRecord(alias)]
      return type === types.a ? (addresses.get(name) ?? []).map(addressRecord) : []
    }
    const asked: Array<string> = []
    const silent = new Set<string>()
    const socket = createSocket("udp4")
    socket.on("message", (query, { address, port }) => {
      const { name, end } = nameAt(query)
      asked.push(name)
      if (silent.has(name)) return
      const isKnown = records.has(name) || addresses.has(name) || aliases.has(name)
      const answers = answersOf(name, query.readUInt16BE(end - 4))
      const head = Buffer.from(query.subarray(0, 12))
      head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2)
      head.writeUInt16BE(answers.length, 6)
      head.fill(0, 8, 12)
      socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
    })
    socket.bind(0, "127.0.0.1")
    await once(socket, "listening")
    return { socket, records, addresses, aliases, asked, silent, address: `127.0.0.1:${socket.address().port}` }
  }),
  ({ socket }) => Effect.promise(() => new Promise<void>((resolve) => socket.close(() => resolve())))
)
