import { IncomingMessage, Server, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { connectionBounds } from "../../domain/capacity/bounds.ts"
import { serializeRequests } from "./ConnectionLimit.ts"

/** Decides on connections and requests before the server's listeners run. */
export interface Gate {
  /** Returns false for a connection that it has closed. */
  readonly accept: (socket: Socket) => boolean
  /** Returns true for a request that it answers itself; the listeners do not run for it. */
  readonly respond: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** An HTTP server behind a gate that handles the requests of a connection one at a time. */
export class GatedServer extends Server {
  readonly #gate: Gate
  readonly #serialize: ReturnType<typeof serializeRequests>

  constructor(gate: Gate, bounds?: Parameters<typeof serializeRequests>[0]) {
    super({
      ...connectionBounds,
      // Node checks the timeouts of connections every 30 seconds by default.
      connectionsCheckingInterval: 1_000,
      // Requests that offer to upgrade are handled as plain HTTP, so that they pass the gate too.
      shouldUpgradeCallback: () => false
    })
    this.timeout = connectionBounds.idleTimeout
    this.#gate = gate
    this.#serialize = serializeRequests(bounds)
  }

  // Node closes idle connections once, when the server closes. Connections that fall idle later would delay the stop by their keep-alive.
  override close(done?: (error?: Error) => void): this {
    const interval = setInterval(() => this.closeIdleConnections(), 100)
    this.once("close", () => clearInterval(interval))
    return super.close(done)
  }

  override emit(event: string, ...args: ReadonlyArray<unknown>): boolean {
    const [first, response] = args
    if (event === "connection" && first instanceof Socket && !this.#gate.accept(first)) return true
    const isRequest = event === "request" || event === "checkContinue"
    if (isRequest && first instanceof IncomingMessage && response instanceof ServerResponse) {
      this.#serialize(first, response, () => {
        // Node ends a connection that read part of a response at the second time-out, so each is half as long.
        response.once("prefinish", () => response.socket?.setTimeout(connectionBounds.unreadTimeout / 2))
        // While draining, close keep-alive connections.
        if (!this.listening) response.shouldKeepAlive = false
        if (!this.#gate.respond(first, response)) super.emit(event, ...args)
      })
      return true
    }
    return super.emit(event, ...args)
  }
}
