import { IncomingMessage, Server, type ServerOptions, ServerResponse } from "node:http"

/** Looks at a request before the server's listeners do. Who says `true` answers it, and they hear nothing of it. */
export type Door = (request: IncomingMessage, response: ServerResponse) => boolean

/** An HTTP server with a door. */
export class ServerBehindDoor extends Server {
  readonly #door: Door

  constructor(options: ServerOptions, door: Door) {
    // Nothing here is spoken but HTTP: a request that offers another protocol comes through the door like the rest.
    super({ ...options, shouldUpgradeCallback: () => false })
    this.#door = door
  }

  // A stop waits for connections. One that falls idle after the socket closed would hold it up for as long as it is kept.
  override close(done?: (error?: Error) => void): this {
    const looking = setInterval(() => this.closeIdleConnections(), 100)
    this.once("close", () => clearInterval(looking))
    return super.close(done)
  }

  override emit(event: string, ...given: ReadonlyArray<unknown>): boolean {
    const [request, response] = given
    const isRequest = event === "request" || event === "checkContinue"
    if (isRequest && request instanceof IncomingMessage && response instanceof ServerResponse) {
      // One that is used without a pause never falls idle.
      if (!this.listening) response.shouldKeepAlive = false
      if (this.#door(request, response)) return true
    }
    return super.emit(event, ...given)
  }
}
