import { parentPort, workerData } from "node:worker_threads"
import type { Flood } from "./neighbour.ts"
import { closedLoad } from "./load.ts"
import { orderBody, request, tokenOf } from "./traffic.ts"

// A thread of its own, so that what it does delays nobody else's clock in the load.
const { account, connections, first, port, seconds } = workerData as Flood
let order = first
const next = () => {
  order++
  return request(tokenOf(account), "POST", "/v1/orders/placed", orderBody(order, order, false))
}
parentPort?.postMessage(await closedLoad({ port, connections, seconds, next }), [])
