import { Effect } from "effect"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** Accounts, subaccounts, and the clocks of test accounts. */
export const accountCalls = ({ about, call, home }: Desk): ReadonlyArray<Request> => {
  const marked = (account: string) => Effect.as(call("PUT", `/accounts/${account}/test-clock`), "")
  return [
    about("PATCH /accounts/:account", {
      body: (n) => ({ name: `Renamed ${n}`, default_country: "DE", timezone: "Europe/Berlin", limits: { per_day: 9 } })
    }),
    about("POST /accounts", { body: (n) => ({ name: `Business ${n}`, owner: { email: `boss${n}@example.com` } }) }),
    about("POST /accounts (owner with a password)", {
      body: (n) => ({ name: `Business ${n}`, owner: { email: `boss${n}@example.com`, password: "long enough" } })
    }),
    {
      name: "POST /dashboard/api/accounts/:account/subaccounts",
      ask: (n) => call("POST", `/accounts/${home}/subaccounts`, { name: `Part ${n}` })
    },
    about("PUT /accounts/:account/test-clock"),
    about("POST /accounts/:account/test-clock", { thing: marked, body: () => ({ advance: "1 day" }) })
  ]
}
