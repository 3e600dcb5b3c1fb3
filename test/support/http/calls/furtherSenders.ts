import { Effect } from "effect"
import { operator } from "../../browser/dashboard.ts"
import { seedSender } from "../../database/seed.ts"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** Further senders, but for their reads. */
export const furtherSenderCalls = ({ about, call, seeded }: Desk): ReadonlyArray<Request> => {
  const path = "/accounts/:account/senders"
  const body = (n: number) => ({ from_name: `Tea ${n}`, from_email: `n${n}@shop.example` })
  const sender = (account: string, n: number) =>
    Effect.map(call("POST", `/accounts/${account}/senders`, body(n)), ({ json }) => String(json.data.id))
  // At the domain that the account's sender has proven.
  const proven = Effect.fnUntraced(function* (account: string, n: number) {
    yield* seeded(seedSender(account))
    const { json } = yield* call("GET", `/accounts/${account}/sender`)
    const from_email = String(json.data.from_email).replace("shop@", `n${n}@`)
    const added = yield* call("POST", `/accounts/${account}/senders`, { ...body(n), from_email })
    return String(added.json.data.id)
  })
  return [
    about(`POST ${path}`, { body }),
    about(`PATCH ${path}/:id`, { thing: sender, body: () => ({ from_name: "Offices", reply_to: null }) }),
    about(`DELETE ${path}/:id`, { thing: sender }),
    about(`POST ${path}/:id/check`, { thing: sender }),
    about(`POST ${path}/:id/dkim`, { thing: sender }),
    about(`DELETE ${path}/:id/dkim`, { thing: sender }),
    about(`POST ${path}/:id/test`, { thing: proven, body: () => ({ to: operator.email }) })
  ]
}
