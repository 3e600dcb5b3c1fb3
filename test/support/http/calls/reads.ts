import { Effect } from "effect"
import { operations } from "../../../fuzz/contracts.ts"
import { collectionOf } from "../../../fuzz/world.ts"
import { seedEverything } from "../../database/seedEverything.ts"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** Every read operation of the dashboard, on an account with one record of each kind. */
export const readCalls = Effect.fnUntraced(function* ({ call, home, origin }: Desk) {
  const idsByCollection = yield* seedEverything({ call, account: home }, origin)
  // The list of flows creates the ready-made ones, so it is in `flowCalls`.
  return operations
    .filter(({ dashboard, method, path }) => dashboard && method === "GET" && !path.endsWith("/flows"))
    .map(({ name, path }): Request => {
      const id = path.includes("{id}") ? idsByCollection.get(collectionOf(path)) : ""
      if (id === undefined) throw new Error(`Say what the id of ${name} names`)
      const url = path
        .replace("/dashboard/api", "")
        .replace("{account}", home)
        .replace("{id}", id)
        .replace("{version}", "1")
        .replace("{contact}", idsByCollection.get("contacts") ?? "")
      return {
        name: name.replaceAll(/\{(\w+)\}/g, ":$1"),
        changesNothing: true,
        ...(/-export$|segments\/\{id\}\/export$/.test(path) ? { respondsInPages: true } : {}),
        ask: () => call("GET", url)
      }
    })
})
