import { Metric } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { gauge, registry } from "../../telemetry/gauges.ts"
import { connectionBounds } from "./bounds.ts"

const closed = Metric.counter("tally_connections_closed_total", {
  description: "Connections closed because there were so many, or so many requests waited on one",
  incremental: true
})

const closeCounter = (limit: string): (() => void) => {
  const ofLimit = Metric.withAttributes(closed, { limit })
  return () => ofLimit.updateUnsafe(1, registry)
}

/** Bounds open connections in total and by network (null for unbounded networks). Returns false for a connection that it has closed. */
export const connectionLimit = (
  networkOf: (address: string | undefined) => string | null,
  { all, perAddress }: { readonly all: number; readonly perAddress: number } = connectionBounds
) => {
  const [countTotal, countAddress] = [closeCounter("all"), closeCounter("address")]
  const byNetwork = new Map<string, number>()
  let open = 0
  gauge("tally_connections", "Open connections", () => open)
  return (socket: Socket): boolean => {
    const network = networkOf(socket.remoteAddress)
    const ofNetwork = network === null ? 0 : (byNetwork.get(network) ?? 0)
    const isBeyondAddress = ofNetwork >= perAddress
    if (isBeyondAddress || open >= all) {
      if (isBeyondAddress) countAddress()
      else countTotal()
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
 * Handles the requests of a connection one at a time: the next starts when the response before it has been sent. So a connection holds one
 * work slot and one response in memory. Closes a connection on which more than `connectionBounds.pipelined` requests wait.
 */
export const serializeRequests = () => {
  const countPipelined = closeCounter("pipelined")
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
    countPipelined()
    socket.destroy()
  }
}
