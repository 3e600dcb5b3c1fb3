import { Effect } from "effect"
import { operator } from "./dashboard.ts"
import type { Request } from "./everyCall.ts"
import { type Answer, post, send, stranger } from "./http.ts"
import { always } from "./definitions.ts"

const definition = always([{ id: "only", type: "exit" }])

/** What the operator does that writes: signing in, making one of each thing that an account has, and taking people in. */
export const ownerCalls = Effect.fnUntraced(function* (origin: string) {
  const api = `${origin}/dashboard/api`
  const open = (path: string, body: unknown) => post(`${api}${path}`, null, body, { origin, ...stranger() })
  const cookieOf = ({ headers }: Answer) => headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const signIn = () => open("/session", operator)
  const signedIn = yield* signIn()
  const cookie = cookieOf(signedIn)
  const account = String(signedIn.json.data.accounts[0].id)
  const own = `/accounts/${account}`
  const call = (method: string, path: string, body?: unknown) =>
    send(`${api}${path}`, {
      method,
      headers: { origin, cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  const made = (path: string, bodyOf: (n: number) => unknown): Request => ({
    name: `POST ${own}${path}`,
    ask: (n) => call("POST", `${own}${path}`, bodyOf(n))
  })
  const idOf = ({ json }: Answer) => String(json.data.id)
  const secretOf = (link: unknown) => String(link).split("#")[1] ?? ""

  const token = { name: "Renewed", scopes: ["orders_write"], expires_in: "30d" }
  const renewed = idOf(yield* call("POST", `${own}/tokens`, token))
  // Five imports at most are under way.
  const imported = (records: ReadonlyArray<unknown>) =>
    Effect.gen(function* () {
      const { json } = yield* call("GET", `${own}/imports?per_page=100`)
      for (const { id } of json.data) yield* call("DELETE", `${own}/imports/${id}`)
      const id = idOf(yield* call("POST", `${own}/imports`, file))
      if (records.length > 0) yield* call("POST", `${own}/imports/${id}/records`, { from: 0, records })
      return id
    })
  const file = { kind: "contacts", file_name: "people.csv", file_size: 10, layout: "{}" }
  const record = { row: 2, body: "{" }

  const app = (n: number) =>
    Effect.map(call("POST", `${own}/apps`, { name: `Client ${n}`, scopes: ["orders_write"] }), ({ json }) =>
      new URLSearchParams({
        grant_type: "client_credentials",
        client_id: json.data.client_id,
        client_secret: json.data.client_secret
      }).toString()
    )

  const password = "long enough"
  const known = { email: "known@example.com", password }
  yield* call("POST", "/accounts", { name: "Another", owner: known })
  const invited = (email: string) =>
    Effect.gen(function* () {
      const { json } = yield* call("GET", `${own}/users?per_page=100`)
      for (const { id, email: one } of json.data)
        if (one !== operator.email) yield* call("DELETE", `${own}/users/${id}`)
      return yield* call("POST", `${own}/users`, { email, role: "member" })
    })
  const secretFor = (email: string) => Effect.map(invited(email), ({ json }) => secretOf(json.data.link))
  const accepted = (secret: string, email: string) => open("/setup", { secret, email, password })

  const requests: ReadonlyArray<Request> = [
    { name: "POST /session", ask: signIn },
    made("/tokens", (n) => ({ name: `Token ${n}`, scopes: ["orders_write"], expires_in: null })),
    { name: "POST /tokens/:id/renew", ask: () => call("POST", `${own}/tokens/${renewed}/renew`) },
    made("/apps", (n) => ({ name: `App ${n}`, scopes: ["orders_write"] })),
    {
      name: "POST /oauth/token",
      prepare: app,
      ask: (_, form) =>
        send(`${origin}/oauth/token`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded", ...stranger() },
          body: form
        })
    },
    made("/integrations", (n) => ({ store_name: `Store ${n}`, store_url: `https://store${n}.example` })),
    made("/flows", (n) => ({ name: `Flow ${n}`, definition })),
    made("/contacts", (n) => ({ email: `owned${n}@example.com` })),
    made("/subaccounts", (n) => ({ name: `Part ${n}` })),
    {
      name: "POST /accounts",
      ask: (n) => call("POST", "/accounts", { name: `Business ${n}`, owner: { email: `boss${n}@example.com` } })
    },
    { name: "POST /imports", prepare: () => imported([]), ask: () => call("POST", `${own}/imports`, file) },
    {
      name: "POST /imports/:id/records",
      prepare: () => imported([]),
      ask: (_, id) => call("POST", `${own}/imports/${id}/records`, { from: 0, records: [record, record] })
    },
    {
      name: "POST /imports/:id/start",
      prepare: () => imported([]),
      ask: (_, id) => call("POST", `${own}/imports/${id}/start`)
    },
    {
      name: "DELETE /imports/:id",
      prepare: () => imported([record]),
      ask: (_, id) => call("DELETE", `${own}/imports/${id}`)
    },
    {
      name: "POST /users",
      prepare: (n) => Effect.as(invited(`other${n}@example.com`), ""),
      ask: (n) => call("POST", `${own}/users`, { email: `guest${n}@example.com`, role: "member" })
    },
    {
      name: "POST /setup of a new owner",
      prepare: (n) =>
        Effect.map(
          call("POST", "/accounts", { name: `Set up ${n}`, owner: { email: `owner${n}@example.com` } }),
          ({ json }) => secretOf(json.data.setup_link)
        ),
      ask: (n, secret) => accepted(secret, `owner${n}@example.com`)
    },
    {
      name: "POST /setup of somebody new who was invited",
      prepare: (n) => secretFor(`new${n}@example.com`),
      ask: (n, secret) => accepted(secret, `new${n}@example.com`)
    },
    {
      name: "POST /setup of somebody known who was invited",
      dies: "INSERT INTO memberships",
      prepare: () => secretFor(known.email),
      ask: (_, secret) => accepted(secret, known.email)
    },
    {
      name: "POST /users/:id/password-reset",
      prepare: () =>
        Effect.gen(function* () {
          yield* accepted(yield* secretFor(known.email), known.email)
          const { json } = yield* call("GET", `${own}/users?per_page=100`)
          return String(json.data.find(({ email }: { email: string }) => email === known.email).id)
        }),
      ask: (_, id) => call("POST", `${own}/users/${id}/password-reset`)
    }
  ]
  return { account, requests }
})
