import { Effect } from "effect"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

const file = { kind: "contacts", file_name: "people.csv", file_size: 10, layout: "{}" }
const upload = (n: number) => ({
  from: 0,
  records: [
    { row: 2, body: JSON.stringify({ email: `imported${n}@example.com` }) },
    { row: 3, body: "{" }
  ]
})

/** Imports. */
export const importCalls = ({ about, call, make }: Desk): ReadonlyArray<Request> => {
  const path = "/accounts/:account/imports"
  const empty = (account: string) => make(`/accounts/${account}/imports`, file)
  const uploaded = (account: string, n: number) =>
    Effect.tap(empty(account), (id) => call("POST", `/accounts/${account}/imports/${id}/records`, upload(n)))
  return [
    about(`POST ${path}`, { body: () => file }),
    about(`POST ${path}/:id/records`, { thing: empty, body: upload }),
    about(`POST ${path}/:id/start`, { thing: uploaded }),
    about(`DELETE ${path}/:id`, { thing: uploaded })
  ]
}
