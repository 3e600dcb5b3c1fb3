import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { digestOf } from "../../src/store/keys/Digest.ts"
import { type Endpoint, endpointOfEachMethod, requestOf } from "../support/http/endpoints.ts"
import { Origin, send, newClientAddress } from "../support/http/http.ts"
import { onEitherWatched, Statements } from "../support/database/statements.ts"

const hex = (length: number) => randomBytes(length).toString("hex").slice(0, length)
const letters = (length: number) => randomBytes(length).toString("base64url").slice(0, length)

const tokens = {
  well: [`service_${hex(40)}`, `access_${letters(43)}`],
  ill: [
    "x",
    hex(40),
    `service_${hex(39)}`,
    `service_${hex(41)}`,
    `service_${hex(40).toUpperCase().replace("0", "A")}G`,
    `access_${letters(42)}`,
    `access_${letters(42)}.`,
    `client_${hex(32)}`,
    `service_${"0".repeat(8_000)}`
  ]
}

onEitherWatched("a malformed secret", (it) => {
  it.effect("sent as a token draws from the address budget, without a lookup", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { during } = yield* Statements
      const statementsOf = Effect.fnUntraced(function* (endpoint: Endpoint, token: string) {
        const { path, init } = requestOf(endpoint, token)
        const headers = { ...init.headers, ...newClientAddress() }
        const [{ status }, statements] = yield* during(send(`${origin}${path}`, { ...init, headers }))
        assert.strictEqual(status, 401, endpoint.name)
        assert.strictEqual(statements.length, 1, endpoint.name)
        return statements.some(({ params }) => JSON.stringify(params).includes(digestOf(token)))
      })
      for (const endpoint of endpointOfEachMethod) {
        for (const token of tokens.well)
          assert.isTrue(yield* statementsOf(endpoint, token), `${endpoint.name} ${token}`)
        for (const token of tokens.ill)
          assert.isFalse(yield* statementsOf(endpoint, token), `${endpoint.name} ${token}`)
      }
    })
  )

  it.effect("sent as a client secret draws from the address budget, without a lookup", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { during } = yield* Statements
      const statementsOf = (client_id: string) =>
        during(
          send(`${origin}/oauth/token`, {
            method: "POST",
            headers: { "content-type": "application/x-www-form-urlencoded", ...newClientAddress() },
            body: new URLSearchParams({
              grant_type: "client_credentials",
              client_id,
              client_secret: letters(43)
            }).toString()
          })
        )
      const [known, lookedUp] = yield* statementsOf(`client_${hex(32)}`)
      assert.deepStrictEqual([known.status, lookedUp.length], [401, 2])
      for (const id of ["x", `client_${hex(31)}`, `client_${hex(33)}`, `client_${hex(31)}G`, `service_${hex(40)}`]) {
        const [{ status }, statements] = yield* statementsOf(id)
        assert.deepStrictEqual([status, statements.length], [401, 1], id)
      }
    })
  )

  it.effect("sent as a session cookie causes no query", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { during } = yield* Statements
      const statementsOf = (cookie: string) => during(send(`${origin}/dashboard/api/session`, { headers: { cookie } }))
      const [well, lookedUp] = yield* statementsOf(`session=${letters(43)}`)
      assert.deepStrictEqual([well.status, lookedUp.length], [401, 1])
      for (const session of ["", "x", letters(42), letters(44), `${letters(42)}.`, "0".repeat(8_000)]) {
        const [{ status }, statements] = yield* statementsOf(`session=${session}`)
        assert.deepStrictEqual([status, statements.length], [401, 0], session)
      }
    })
  )
})
