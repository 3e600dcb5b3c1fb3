import { setPriority } from "node:os"
import { closedLoad } from "./load.ts"
import type { Flood } from "./neighbour.ts"
import { slowLoad } from "./slow.ts"
import { orderBody, request, tokenOf } from "./traffic.ts"

// A separate process, so that it does not delay the measuring clients; at low priority, since real callers would be on other
// machines.
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
