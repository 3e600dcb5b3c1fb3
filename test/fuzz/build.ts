import { Effect } from "effect"
import { operator } from "../support/browser/dashboard.ts"
import { postgres, type Settings, withDatabase } from "../support/database/databases.ts"
import { send } from "../support/http/http.ts"
import { startServer } from "../support/faults/processes.ts"
import { seedToken } from "../support/database/seed.ts"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import type { World } from "./world.ts"

/** A server with accounts, users and tokens. */
export const build = Effect.fnUntraced(function* (more: Settings = {}) {
  const settings = yield* postgres
  const server = yield* startServer({
    ...settings,
    // Refuses at once.
    DNS_SERVERS: "127.0.0.1:9",
    ...more,
    LOG_LEVEL: "Debug",
    TRUST_PROXY: "127.0.0.1",
    OWNER_EMAIL: operator.email,
    OWNER_PASSWORD: operator.password
  })
  const call = (method: string, path: string, cookie: string, body: unknown) =>
    send(`${server.origin}/dashboard/api${path}`, {
      method,
      headers: { cookie, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  const signIn = (who: { readonly email: string; readonly password: string }) =>
    Effect.map(call("POST", "/session", "", who), ({ headers }) => headers.getSetCookie()[0]?.split(";")[0] ?? "")
  const boss = yield* signIn(operator)
  const open = Effect.fnUntraced(function* (name: string) {
    const owner = { email: `${name}@example.com`, password: `password of ${name}` }
    const { json } = yield* call("POST", "/accounts", boss, { name, owner })
    const id = String(json.data.id)
    yield* call("PATCH", `/accounts/${id}`, boss, { limits: { per_minute: 1_000_000_000, per_day: 1_000_000_000 } })
    const cookie = yield* signIn(owner)
    const token = yield* withDatabase(settings)(seedToken(id, { scopes: Scope.literals }))
    return { id, cookie, token }
  })
  const accounts = yield* Effect.forEach(["north", "south", "east"], open)
  const [first] = accounts
  const foreign = yield* open("west")
  // No other process changes the rows.
  const { json } = yield* call("POST", `/accounts/${foreign.id}/apps`, foreign.cookie, {
    name: "Shop",
    scopes: ["orders_write"]
  })
  yield* call("POST", `/accounts/${first?.id}/integrations`, first?.cookie ?? "", {
    store_name: "Tea & Co",
    store_url: "https://tea.example"
  })
  const world: World = {
    accounts,
    operator: boss,
    foreign: foreign.id,
    powerless: yield* withDatabase(settings)(seedToken(first?.id ?? "", { scopes: [] })),
    client: `client_id=${json.data.client_id}&client_secret=${json.data.client_secret}`,
    ids: new Map(),
    there: new Set()
  }
  const addresses = yield* call("GET", `/accounts/${first?.id}/hooks`, boss, undefined)
  const hooks: { readonly sms: string; readonly email: string } = {
    sms: new URL(addresses.json.data.sms_url).pathname,
    email: new URL(addresses.json.data.email_url).pathname
  }
  return { settings, server, world, hooks }
})
