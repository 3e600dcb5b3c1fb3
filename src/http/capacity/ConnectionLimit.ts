import { Metric } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { gauge, registry } from "../../telemetry/gauges.ts"
import { connectionBounds } from "./bounds.ts"

const closed = Metric.counter("tally_connections_closed_total", {
  description: "Connections closed because there were so many, or so many requests waited on one",
  incremental: true
})

const closedBy = (limit: string): (() => void) => {
  const ofLimit = Metric.withAttributes(closed, { limit })
  return () => ofLimit.updateUnsafe(1, registry)
}

/** Counts connections, in all and by the network they come from (null for none), and closes those beyond a bound. */
export const connectionLimit = (
  networkOf: (address: string | undefined) => string | null,
  { all, perAddress }: { readonly all: number; readonly perAddress: number } = connectionBounds
) => {
  const [beyondAll, beyondAddress] = [closedBy("all"), closedBy("address")]
  const byNetwork = new Map<string, number>()
  let open = 0
  gauge("tally_connections", "Open connections", () => open)
  /** Whether the connection is taken. */
  return (socket: Socket): boolean => {
    const network = networkOf(socket.remoteAddress)
    const ofNetwork = network === null ? 0 : (byNetwork.get(network) ?? 0)
    const isBeyondAddress = ofNetwork >= perAddress
    if (isBeyondAddress || open >= all) {
      if (isBeyondAddress) beyondAddress()
      else beyondAll()
      socket.destroy()
      return false
    }
    open++
    if (network !== null) byNetwork.set(network, ofNetwork + 1)
    socket.once("close", () => {
      open--
      if (network === null) return
      const left = (byNetwork.get(network) ?? 1) - 1
      if (left === 0) byNetwork.delete(network)
      else byNetwork.set(network, left)
    })
    return true
  }
}

interface Connection {
  isBusy: boolean
  readonly waiting: Array<() => void>
}

/**
 * Handles the requests of a connection one after another, each when the answer before it has left, so that a connection holds one
 * call's place and one answer in memory. One on which more wait than may is closed.
 */
export const oneAtATime = () => {
  const beyondPipelined = closedBy("pipelined")
  const connections = new WeakMap<Socket, Connection>()
  const run = (socket: Socket, connection: Connection, response: ServerResponse, handle: () => void) => {
    connection.isBusy = true
    response.once("close", () => {
      connection.isBusy = false
      if (!socket.destroyed) connection.waiting.shift()?.()
    })
    handle()
  }
  return ({ socket }: IncomingMessage, response: ServerResponse, handle: () => void): void => {
    if (socket.destroyed) return
    const connection = connections.get(socket) ?? { isBusy: false, waiting: [] }
    connections.set(socket, connection)
    if (!connection.isBusy) return run(socket, connection, response, handle)
    if (connection.waiting.push(() => run(socket, connection, response, handle)) <= connectionBounds.pipelined) return
    beyondPipelined()
    socket.destroy()
  }
}
