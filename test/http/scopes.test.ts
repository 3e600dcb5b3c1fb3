import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { endpointOfEachMethod, endpoints, requestOf } from "../support/http/endpoints.ts"
import { onEitherOverSocket, Origin, send, newClientAddress } from "../support/http/http.ts"
import { seedAccessToken, seedAccount, seedToken } from "../support/database/seed.ts"

const kinds = { "an API token": seedToken, "an OAuth access token": seedAccessToken } as const
const past = new Date(0)

onEitherOverSocket("every endpoint", (it) => {
  for (const [kind, seed] of Object.entries(kinds)) {
    it.effect(`accepts ${kind} of the scope that it requires alone, and refuses one of all other scopes`, () =>
      Effect.gen(function* () {
        const origin = yield* Origin
        const { account_id } = yield* seedAccount()
        const tokens = new Map(
          yield* Effect.forEach([...Scope.literals, null], (scope) =>
            Effect.map(
              Effect.all([
                seed(account_id, { scopes: scope === null ? [] : [scope] }),
                seed(account_id, { scopes: Scope.literals.filter((other) => other !== scope) })
              ]),
              (pair) => [scope, pair] as const
            )
          )
        )
        for (const endpoint of endpoints) {
          const answers = yield* Effect.forEach(tokens.get(endpoint.scope) ?? [], (token) => {
            const { path, init } = requestOf(endpoint, token)
            return send(`${origin}${path}`, init)
          })
          const [accepted, refused] = answers
          assert.notInclude([401, 403], accepted?.status, `${endpoint.name} with ${endpoint.scope}`)
          assert.deepStrictEqual(
            refused?.status === 403 ? refused.json.error.code : null,
            endpoint.scope === null ? null : "insufficient_scope",
            `${endpoint.name} with all but ${endpoint.scope}`
          )
          assert.notStrictEqual(refused?.status, 401, endpoint.name)
        }
      })
    )

    it.effect(`answers 401 to ${kind} in the query string`, () =>
      Effect.gen(function* () {
        const origin = yield* Origin
        const { account_id } = yield* seedAccount()
        const token = yield* seed(account_id, { scopes: Scope.literals })
        for (const endpoint of endpointOfEachMethod) {
          const { path, init } = requestOf(endpoint, token)
          const { authorization: _, ...headers } = init.headers
          for (const name of ["access_token", "token", "authorization"]) {
            const url = `${origin}${path}?${name}=${token}`
            const { status } = yield* send(url, { ...init, headers: { ...headers, ...newClientAddress() } })
            assert.strictEqual(status, 401, `${endpoint.name} with ${name}`)
          }
        }
      })
    )

    it.effect(`answers the same 401 to ${kind} that is unknown, expired or revoked`, () =>
      Effect.gen(function* () {
        const origin = yield* Origin
        const { account_id } = yield* seedAccount()
        const scopes = Scope.literals
        const validToken = yield* seed(account_id, { scopes })
        const tokens = [
          validToken.replace(/.{4}$/, (end) => (end === "0000" ? "1111" : "0000")),
          yield* seed(account_id, { scopes, expires_at: past }),
          yield* seed(account_id, { scopes, revoked_at: past })
        ]
        for (const endpoint of endpointOfEachMethod) {
          const answers = yield* Effect.forEach(tokens, (token) => {
            const { path, init } = requestOf(endpoint, token)
            return send(`${origin}${path}`, { ...init, headers: { ...init.headers, ...newClientAddress() } })
          })
          assert.deepStrictEqual(
            answers.map(({ status, json }) => [status, json.error.code]),
            tokens.map(() => [401, "unauthorized"]),
            endpoint.name
          )
          assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
        }
      })
    )
  }

  it.effect("answers 401 to a revoked token of all scopes", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { account_id } = yield* seedAccount()
      const token = yield* seedToken(account_id, { scopes: Scope.literals, revoked_at: past })
      for (const endpoint of endpoints) {
        const { path, init } = requestOf(endpoint, token)
        const { status } = yield* send(`${origin}${path}`, {
          ...init,
          headers: { ...init.headers, ...newClientAddress() }
        })
        assert.strictEqual(status, 401, endpoint.name)
      }
    })
  )
})
