import { createServer } from "node:net"

// As long as the service holds rejected calls under thousands of callers.
const kept = 3_940
const text = '{"error":{"code":"internal_error","message":"Kept, then refused"}}'
const refusal = `HTTP/1.1 503 Service Unavailable\r\nX-Request-Id: kept\r\nContent-Type: application/json\r\nRetry-After: 1\r\nContent-Length: ${text.length}\r\n\r\n${text}`
const alive = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

/** Holds every call and then rejects it with minimal work, which shows what the callers alone cost. */
const server = createServer({ noDelay: true }, (socket) => {
  let missing = 0
  socket.on("error", () => {})
  socket.on("data", (data) => {
    if (missing === 0) {
      const head = data.toString("latin1", 0, 1_024)
      if (head.startsWith("GET ")) return socket.write(alive)
      missing = head.indexOf("\r\n\r\n") + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    }
    missing -= data.length
    if (missing === 0) setTimeout(() => socket.write(refusal), kept)
  })
})
server.listen(Number(process.env["PORT"]), "127.0.0.1")
process.once("SIGTERM", () => process.exit())
