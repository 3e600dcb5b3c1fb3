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

  override emit(event: string, ...given: ReadonlyArray<unknown>): boolean {
    const [request, response] = given
    const isRequest = event === "request" || event === "checkContinue"
    if (isRequest && request instanceof IncomingMessage && response instanceof ServerResponse) {
      // A stop waits for connections: one that is kept open and used without a pause would hold it up to its end.
      if (!this.listening) response.shouldKeepAlive = false
      if (this.#door(request, response)) return true
    }
    return super.emit(event, ...given)
  }
}
