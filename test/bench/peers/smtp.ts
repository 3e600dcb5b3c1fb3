import { SMTPServer } from "smtp-server"

/** A mail server that accepts and counts every mail. Sends its port once it listens, and the count for every message it gets. */
let count = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  onData: (stream, _session, callback) => {
    stream.resume()
    stream.on("end", () => {
      count++
      callback()
    })
  }
})
server.on("error", () => undefined)
server.listen(0, "127.0.0.1", () => {
  const address = server.server.address()
  process.send?.(typeof address === "object" ? address?.port : undefined)
})
process.on("message", () => process.send?.(count))
process.on("disconnect", () => process.exit())
