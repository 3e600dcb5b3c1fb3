import { Effect } from "effect"
import { Origin, post } from "../http/http.ts"
import { seedAccount } from "../database/seed.ts"

/** A new account, and a call to place its orders. */
export const seedShop = Effect.fnUntraced(function* (options: Parameters<typeof seedAccount>[0] = {}) {
  const url = `${yield* Origin}/v1/orders/placed`
  const seeded = yield* seedAccount(options)
  return {
    ...seeded,
    place: (sent: unknown, headers: Record<string, string> = {}) => post(url, seeded.token, sent, headers)
  }
})
