import { type Contender, inTurn } from "./contenders.ts"
import { closedLoad } from "./load.ts"
import { printSummaries } from "./measure.ts"
import { options } from "./options.ts"

/** Calls of that kind a second, and the orders a second of the same server, in turn. */
export const besideOrders = async (
  name: string,
  server: Contender | undefined,
  next: () => string
): Promise<Record<string, unknown>> => {
  if (server === undefined) throw new Error("No server")
  const { accounts, connections, rounds, seconds } = options
  const load = (calls: () => string) => closedLoad({ port: server.port, connections, seconds, next: calls })
  await load(next)
  await load(server.traffic.next)
  // Another work on the machine then meets both alike.
  const both = [
    { ...server, name },
    { ...server, name: "orders" }
  ]
  const [calls, orders] = await inTurn(both, rounds, (one) => load(one.name === name ? next : server.traffic.next))
  if (calls === undefined || orders === undefined) throw new Error("No figures")
  printSummaries(`${name} and orders: ${connections} callers, ${accounts} accounts`, [calls, orders])
  const ratio = calls.perSecond / orders.perSecond
  console.log(`\n${name}/s ÷ orders/s: ${ratio.toFixed(2)}`)
  return { [name]: [calls], orders: [orders], ratios: { [`${name}/s ÷ orders/s`]: ratio } }
}
