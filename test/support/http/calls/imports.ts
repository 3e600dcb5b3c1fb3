import { Effect } from "effect"
import { ndjsonFile } from "../../samples/imports.ts"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

const lines = (n: number) => `${JSON.stringify({ email: `imported${n}@example.com` })}\n{\n`
const bytes = (n: number) => new TextEncoder().encode(lines(n))
const file = (n: number) => ndjsonFile("contacts", lines(n).length)

/** Imports. */
export const importCalls = ({ about, call, make }: Desk): ReadonlyArray<Request> => {
  const path = "/accounts/:account/imports"
  const empty = (account: string, n: number) => make(`/accounts/${account}/imports`, file(n))
  const uploaded = (account: string, n: number) =>
    Effect.tap(empty(account, n), (id) => call("PUT", `/accounts/${account}/imports/${id}/file?from=0`, bytes(n)))
  return [
    about(`POST ${path}`, { body: file }),
    about(`PUT ${path}/:id/file`, { thing: empty, body: bytes, query: "?from=0" }),
    about(`POST ${path}/:id/start`, { thing: uploaded }),
    about(`DELETE ${path}/:id`, { thing: uploaded })
  ]
}
