import { IncomingMessage, Server, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { connectionBounds } from "./bounds.ts"
import { oneAtATime } from "./ConnectionLimit.ts"

/** Looks at connections and requests before the server's listeners do. */
export interface Gate {
  /** Whether a connection is taken; closes it if not. */
  readonly takes: (socket: Socket) => boolean
  /** Whether a request was answered here; the listeners hear nothing of it then. */
  readonly answers: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** An HTTP server behind a gate, which handles the requests of a connection one after another. */
export class GatedServer extends Server {
  readonly #gate: Gate
  readonly #inOrder = oneAtATime()

  constructor(gate: Gate) {
    super({
      ...connectionBounds,
      // Node looks for slow clients only every half minute unless told.
      connectionsCheckingInterval: 1_000,
      // Only HTTP is spoken here: a request that offers another protocol comes through the gate like the rest.
      shouldUpgradeCallback: () => false
    })
    this.timeout = connectionBounds.idleTimeout
    this.#gate = gate
  }

  // A stop waits for connections. One that falls idle after the socket closed would hold it up for as long as it is kept.
  override close(done?: (error?: Error) => void): this {
    const looking = setInterval(() => this.closeIdleConnections(), 100)
    this.once("close", () => clearInterval(looking))
    return super.close(done)
  }

  override emit(event: string, ...given: ReadonlyArray<unknown>): boolean {
    const [first, response] = given
    if (event === "connection" && first instanceof Socket && !this.#gate.takes(first)) return true
    const isRequest = event === "request" || event === "checkContinue"
    if (isRequest && first instanceof IncomingMessage && response instanceof ServerResponse) {
      this.#inOrder(first, response, () => {
        // Node looks twice before it ends a connection that took a part of the answer at first.
        response.once("prefinish", () => response.socket?.setTimeout(connectionBounds.unreadTimeout / 2))
        // While the server stops, a connection that is used without a pause never falls idle.
        if (!this.listening) response.shouldKeepAlive = false
        if (!this.#gate.answers(first, response)) super.emit(event, ...given)
      })
      return true
    }
    return super.emit(event, ...given)
  }
}
