import { SMTPServer } from "smtp-server"

/** A mail server that accepts and counts every mail. Sends its port once it listens, and what it took for every message it gets. */
let mails = 0
const addresses = new Set<string>()
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  onData: (stream, { envelope }, callback) => {
    stream.resume()
    stream.on("end", () => {
      mails++
      for (const { address } of envelope.rcptTo) addresses.add(address)
      callback()
    })
  }
})
server.on("error", () => undefined)
server.listen(0, "127.0.0.1", () => {
  const address = server.server.address()
  process.send?.(typeof address === "object" ? address?.port : undefined)
})
process.on("message", () => process.send?.({ mails, addresses: addresses.size }))
process.on("disconnect", () => process.exit())
