import { setPriority } from "node:os"
import { closedLoad } from "./load.ts"
import type { Flood } from "./neighbour.ts"
import { orderBody, request, tokenOf } from "./traffic.ts"

// A process of its own, so that what it does delays nobody else's clock in the load; and one that waits for all others, as its
// callers would be on other machines.
setPriority(19)
process.once("message", async ({ account, connections, first, padding, port, seconds }: Flood) => {
  const room = " ".repeat(padding)
  let order = first
  const next = () => {
    order++
    return request(tokenOf(account), "POST", "/v1/orders/placed", orderBody(order, order, false) + room)
  }
  process.send?.(await closedLoad({ port, connections, seconds, next }))
  process.disconnect()
})
