import { Metric } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { gauge, registry } from "../../telemetry/gauges.ts"
import { connectionBounds } from "../../domain/capacity/bounds.ts"

const closed = Metric.counter("tally_connections_closed_total", {
  description: "Connections closed because there were so many, or so many requests waited",
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
  /** Takes no further request: the response to its last one closes it. */
  isEnding: boolean
  readonly waiting: Array<() => void>
  last: ServerResponse
}

/**
 * Handles the requests of a connection one at a time: the next starts when the response before it has been sent. So a connection holds one
 * work slot and one response in memory. Stops reading a connection while more than `pipelined` requests wait; those of the same read (64 KiB)
 * wait too. Beyond `pipelinedInAll` waiting in the process, a connection takes no further request and closes after the response to its last.
 */
export const serializeRequests = ({
  pipelined,
  pipelinedInAll
}: {
  readonly pipelined: number
  readonly pipelinedInAll: number
} = connectionBounds) => {
  const countPipelined = closeCounter("pipelined")
  const connections = new WeakMap<Socket, Connection>()
  let waitingInAll = 0
  const open = (socket: Socket, response: ServerResponse): Connection => {
    const connection: Connection = { isBusy: false, isEnding: false, waiting: [], last: response }
    connections.set(socket, connection)
    socket.once("close", () => {
      waitingInAll -= connection.waiting.length
      connection.waiting.length = 0
    })
    return connection
  }
  const run = (socket: Socket, connection: Connection, response: ServerResponse, handle: () => void) => {
    connection.isBusy = true
    response.once("close", () => {
      connection.isBusy = false
      if (socket.destroyed) return
      const next = connection.waiting.shift()
      if (next === undefined) return
      waitingInAll--
      if (connection.waiting.length <= pipelined && !connection.isEnding) socket.resume()
      next()
    })
    handle()
  }
  // Node reads on after each request that it has parsed, so the pause comes after the others of this read.
  const pauseIfMany = (socket: Socket, connection: Connection) => {
    if (connection.waiting.length <= pipelined) return
    process.nextTick(() => {
      if (connection.waiting.length > pipelined) socket.pause()
    })
  }
  return ({ socket }: IncomingMessage, response: ServerResponse, handle: () => void): void => {
    if (socket.destroyed) return
    const connection = connections.get(socket) ?? open(socket, response)
    if (connection.isEnding) return
    if (connection.isBusy && waitingInAll >= pipelinedInAll) {
      countPipelined()
      connection.isEnding = true
      connection.last.shouldKeepAlive = false
      return
    }
    connection.last = response
    if (!connection.isBusy) return run(socket, connection, response, handle)
    waitingInAll++
    connection.waiting.push(() => run(socket, connection, response, handle))
    pauseIfMany(socket, connection)
  }
}
