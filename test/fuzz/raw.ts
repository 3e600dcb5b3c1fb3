import { Effect } from "effect"
import { connect } from "node:net"
import type { Choices } from "./choices.ts"

/** The response to these bytes before either side closes. */
export const sendBytes = (origin: string, bytes: string): Effect.Effect<string> =>
  Effect.promise(
    () =>
      new Promise((resolve) => {
        let text = ""
        const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.end(bytes, "latin1"))
        socket.on("data", (chunk: Buffer) => (text += chunk.toString()))
        socket.on("error", () => {})
        socket.on("close", () => resolve(text))
      })
  )

const strange = [
  "\0",
  "\r",
  "\n",
  "\r\n",
  "\r\n\r\n",
  " ",
  ":",
  "\t",
  "\x7f",
  "\xff",
  "%",
  "\r\nHost: b",
  "\r\n folded"
]
const framing = [
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: identity",
  "Transfer-Encoding: chunked, chunked",
  "Content-Length: 5",
  "Content-Length: +1",
  "Expect: 100-continue",
  "Expect: nothing",
  "Upgrade: h2c",
  "Connection: close, upgrade"
]

/** The bytes of a request with broken HTTP: in its request line, a header, its framing or its end. */
export const brokenRequest = (
  { method, headers, body = "" }: { method: string; headers: Readonly<Record<string, string>>; body?: string },
  path: string,
  { below, pick }: Choices
): string => {
  const bytes = Buffer.from(body).toString("latin1")
  const lines = [
    `${method} ${encodeURI(path)} HTTP/1.1`,
    "Host: a",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${bytes.length}`
  ]
  const text = `${lines.join("\r\n")}\r\n\r\n${bytes}`
  const at = below(text.length)
  const line = 1 + below(lines.length)
  const withLine = (added: string) => `${lines.toSpliced(line, 0, added).join("\r\n")}\r\n\r\n${bytes}`
  return pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + pick(strange) + text.slice(at),
    () => text.slice(0, at) + pick(strange) + text.slice(at + 1),
    () => withLine(pick(framing)),
    () => withLine(pick(lines)),
    () => text.replace("HTTP/1.1", pick(["HTTP/1.0", "HTTP/2.0", "HTTP/1.11", "http/1.1", ""])),
    () => text + text
  ])()
}
