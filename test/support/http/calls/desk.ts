import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Scope } from "../../../../src/domain/accounts/Scope.ts"
import { digestOf } from "../../../../src/store/keys/Digest.ts"
import { operator } from "../../browser/dashboard.ts"
import { type ApiResponse, contentType, encoded, newClientAddress, post, send } from "../http.ts"
import { seedIntegration, seedToken } from "../../database/seed.ts"
import { endpoints } from "../endpoints.ts"
import { operationOf, type Request } from "./request.ts"

export const idOf = ({ json }: ApiResponse): string => String(json.data.id)

/** The record that an operation refers to by id, and its body. */
interface About extends Partial<Pick<Request, "dies">> {
  readonly thing?: (account: string, n: number) => Effect.Effect<string>
  readonly body?: (n: number, id: string) => unknown
  readonly query?: string
}

/** The token that calls of the dashboard are sent with, below `/v1`; null for the session. */
const CallingToken = Context.Reference<string | null>("tally/test/CallingToken", { defaultValue: () => null })

/** Requests of the operator, each about a new account. */
export const desk = Effect.fnUntraced(function* (origin: string) {
  const sql = yield* SqlClient.SqlClient
  const api = `${origin}/dashboard/api`
  const open = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    post(`${api}${path}`, null, body, { origin, ...newClientAddress(), ...headers })
  const signedIn = yield* open("/session", operator)
  const own = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const home = String(signedIn.json.data.accounts[0].id)
  const call = (method: string, path: string, body?: unknown, cookie = own) =>
    Effect.flatMap(CallingToken, (token) =>
      send(token === null ? `${api}${path}` : `${origin}/v1${path.replace(/^\/accounts\/[^/]+/, "")}`, {
        method,
        headers: {
          ...(token === null ? { origin, cookie } : { authorization: `Bearer ${token}` }),
          ...contentType(body)
        },
        ...encoded(body)
      })
    )
  // Each request uses a new subaccount, so the limit on subaccounts is raised. Reads are all of one account.
  yield* call("PATCH", `/accounts/${home}`, {
    limits: { subaccounts: 10_000, per_minute: 1_000_000, per_day: 1_000_000 }
  })
  const make = (path: string, body: unknown) => Effect.map(call("POST", path, body), idOf)
  const part = (n: number) => make(`/accounts/${home}/subaccounts`, { name: `Part ${n}` })

  /** A request `METHOD /path` of the dashboard API, about a new account. */
  const about = (name: string, { thing, body, query = "", ...rest }: About = {}): Request => {
    const [method = "", path = ""] = name.split(" ")
    return {
      name: name.replace(" /", " /dashboard/api/"),
      prepare: (n) =>
        Effect.flatMap(part(n), (account) =>
          Effect.map(thing?.(account, n) ?? Effect.succeed(""), (id) => ({ account, id }))
        ),
      ask: (n, { account, id }) =>
        call(method, path.replace(":account", account).replace(":id", id) + query, body?.(n, id)),
      ...rest
    }
  }

  const seeded = <A>(effect: Effect.Effect<A, unknown, SqlClient.SqlClient>): Effect.Effect<A> =>
    Effect.orDie(Effect.provideService(effect, SqlClient.SqlClient, sql))
  /** The same request by a token of the account, where its endpoint is mounted for tokens. */
  const withToken = (request: Request): ReadonlyArray<Request> => {
    const own = (name: string) => name.replace("/dashboard/api/accounts/:account", "/v1")
    if (!endpoints.some(({ name }) => request.name !== own(request.name) && name === own(operationOf(request))))
      return []
    const tokens = new Map<number, string>()
    return [
      {
        ...request,
        name: own(request.name),
        prepare: (n) =>
          Effect.gen(function* () {
            const prepared = yield* request.prepare?.(n) ?? Effect.succeed({ account: home, id: "" })
            tokens.set(n, yield* seeded(seedToken(prepared.account, { scopes: Scope.literals })))
            return prepared
          }),
        ask: (n, prepared) => Effect.provideService(request.ask(n, prepared), CallingToken, tokens.get(n) ?? "")
      }
    ]
  }
  /** A user with the operator's password and no membership. */
  const person = (n: number) => {
    const [id, email] = [`usr_${String(n).padStart(26, "0")}`, `person${n}@example.com`]
    return seeded(sql`INSERT INTO users (user_id, email, email_key, password_hash, operator, created_at, proven_at)
      SELECT ${id}, ${email}, ${email}, password_hash, false, now(), now() FROM users WHERE email = ${operator.email}`).pipe(
      Effect.as(id)
    )
  }
  const member = (account: string, n: number) =>
    Effect.tap(person(n), (user) =>
      seeded(sql`INSERT INTO memberships (account_id, user_id, role, created_at)
        VALUES (${account}, ${user}, 'member', now())`)
    )
  /** The cookie of a new session of a user. */
  const session = (user: string) => {
    const secret = user.padEnd(43, "x")
    return seeded(sql`INSERT INTO sessions (digest, user_id, created_at, seen_at)
      VALUES (${digestOf(secret)}, ${user}, now(), now())`).pipe(Effect.as(`session=${secret}`))
  }
  /** A caller of the public API for the account. */
  const program = (account: string) =>
    Effect.gen(function* () {
      yield* seedIntegration(account)
      const token = yield* seedToken(account, { scopes: ["orders_write", "events_write", "contacts_write"] })
      return (path: string, body: unknown) => post(`${origin}/v1${path}`, token, body)
    }).pipe(seeded)

  return { origin, own, home, open, call, make, part, about, seeded, person, member, session, program, withToken, sql }
})

export type Desk = Effect.Success<ReturnType<typeof desk>>
