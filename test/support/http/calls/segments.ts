import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

const conditions = [[{ field: "order.count", op: "gte", value: 1 }]]

/** Segments, but for their reads. */
export const segmentCalls = ({ about, make }: Desk): ReadonlyArray<Request> => {
  const path = "/accounts/:account/segments"
  const segment = (account: string, n: number) =>
    make(`/accounts/${account}/segments`, { name: `Segment ${n}`, conditions })
  return [
    about(`POST ${path}`, { body: (n) => ({ name: `Segment ${n}`, conditions }) }),
    about(`POST ${path}/count`, { body: () => ({ conditions }) }),
    about(`POST ${path}/members`, { body: () => ({ conditions }) }),
    {
      ...about(`POST ${path}/backtest`, {
        body: () => ({ conditions, from: "2020-01-01T00:00:00Z", to: "2020-03-01T00:00:00Z" })
      }),
      changesNothing: true
    },
    about(`PATCH ${path}/:id`, { thing: segment, body: (n) => ({ name: `Changed ${n}` }) }),
    about(`DELETE ${path}/:id`, { thing: segment })
  ]
}
