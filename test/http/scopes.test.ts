import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { endpoints, requestOf } from "../support/http/endpoints.ts"
import { onBothOverSocket, Origin, send, newClientAddress } from "../support/http/http.ts"
import { seedAccessToken, seedAccount, seedToken } from "../support/database/seed.ts"

const kinds = { "an API token": seedToken, "an OAuth access token": seedAccessToken } as const

onBothOverSocket("every endpoint", (it) => {
  for (const [kind, seed] of Object.entries(kinds)) {
    for (const scope of Scope.literals) {
      it.effect(`accepts ${kind} of ${scope} exactly where that scope is required`, () =>
        Effect.gen(function* () {
          const origin = yield* Origin
          const { account_id } = yield* seedAccount()
          const token = yield* seed(account_id, { scopes: [scope] })
          for (const endpoint of endpoints) {
            const { path, init } = requestOf(endpoint, token)
            const { status, json } = yield* send(`${origin}${path}`, init)
            const refused = endpoint.scope !== null && endpoint.scope !== scope
            assert.strictEqual(status === 403, refused, `${endpoint.name} with ${scope} answered ${status}`)
            assert.notStrictEqual(status, 401, endpoint.name)
            if (refused) assert.strictEqual(json.error.code, "insufficient_scope")
          }
        })
      )
    }

    it.effect(`accepts ${kind} without scopes where none is required`, () =>
      Effect.gen(function* () {
        const origin = yield* Origin
        const { account_id } = yield* seedAccount()
        const token = yield* seed(account_id, { scopes: [] })
        for (const endpoint of endpoints) {
          const { path, init } = requestOf(endpoint, token)
          const { status } = yield* send(`${origin}${path}`, init)
          assert.strictEqual(status === 403, endpoint.scope !== null, endpoint.name)
        }
      })
    )

    it.effect(`answers 401 to ${kind} in the query string`, () =>
      Effect.gen(function* () {
        const origin = yield* Origin
        const { account_id } = yield* seedAccount()
        const token = yield* seed(account_id, { scopes: Scope.literals })
        for (const endpoint of endpoints) {
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
        const past = new Date(0)
        const scopes = Scope.literals
        const validToken = yield* seed(account_id, { scopes })
        const tokens = [
          validToken.replace(/.{4}$/, (end) => (end === "0000" ? "1111" : "0000")),
          yield* seed(account_id, { scopes, expires_at: past }),
          yield* seed(account_id, { scopes, revoked_at: past })
        ]
        for (const endpoint of endpoints) {
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
})
