import { setPriority } from "node:os"
import { closedLoad } from "./load.ts"
import type { Flood } from "./neighbour.ts"
import { slowLoad } from "./slow.ts"
import { orderBody, request, tokenOf } from "./traffic.ts"

// A process of its own, so that what it does delays nobody else's clock in the load; and one that waits for all others, as its
// callers would be on other machines.
setPriority(19)
process.once("message", async ({ areSlow, ...flood }: Flood) => {
  const room = " ".repeat(flood.padding)
  let order = flood.first
  const next = () => {
    order++
    return request(tokenOf(flood.account), "POST", "/v1/orders/placed", orderBody(order, order, false) + room)
  }
  process.send?.(areSlow ? await slowLoad(flood) : await closedLoad({ ...flood, next }))
  process.disconnect()
})
