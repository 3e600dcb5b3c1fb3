import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** The limits that an account sets on its own sending. */
export const sendingLimitCalls = ({ about }: Desk): ReadonlyArray<Request> => [
  about("PUT /accounts/:account/sending-limits", {
    body: () => ({ messages_per_hour: 500, warm_up: { start: 50, growth: 50 }, frequency_cap: 2 })
  })
]
