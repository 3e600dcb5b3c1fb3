import { Effect } from "effect"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** Coupons, but for their reads. */
export const couponCalls = ({ about, call, make }: Desk): ReadonlyArray<Request> => {
  const path = "/accounts/:account/coupons"
  const pool = (account: string, n: number) => make(`/accounts/${account}/coupons`, { name: `pool_${n}` })
  const filled = (account: string, n: number) =>
    Effect.tap(pool(account, n), (id) =>
      call("POST", `/accounts/${account}/coupons/${id}/codes`, { codes: [`CODE-${n}`] })
    )
  return [
    about(`POST ${path}`, { body: (n) => ({ name: `shared_${n}`, code: `SHARED-${n}` }) }),
    about(`POST ${path}/:id/codes`, { thing: pool, body: (n) => ({ codes: [`SINGLE-${n}`, `OTHER-${n}`] }) }),
    about(`POST ${path}/:id/made-codes`, { thing: pool, body: () => ({ pattern: "MADE-########", count: 3 }) }),
    about(`DELETE ${path}/:id`, { thing: filled })
  ]
}
