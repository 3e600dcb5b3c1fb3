import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Scope } from "../../src/domain/Scope.ts"
import { type Endpoint, endpoints, requestOf } from "../support/endpoints.ts"
import { onBothOverSocket, Origin, post, send } from "../support/http.ts"
import { rowsOf } from "../support/rows.ts"
import { seedAccount } from "../support/seed.ts"

const contactEndpoint = (endpoint: Endpoint) => endpoint.path.includes("/contacts/:id")

/** Every endpoint that takes an id, with the way to name one. */
const idTaking = endpoints.flatMap((endpoint) => [
  ...(endpoint.path.includes(":") ? [{ endpoint, request: requestOf }] : []),
  ...(endpoint.path === "/v1/events"
    ? [
        {
          endpoint,
          request: (one: Endpoint, token: string, id: string) =>
            requestOf(one, token, id, { event_type: "a", contact_id: id })
        }
      ]
    : [])
])

const everything = { scopes: Scope.literals }

/** A contact of the account, made as any caller would. */
const contactOf = Effect.fnUntraced(function* (
  { account_id, token }: { readonly account_id: string; readonly token: string },
  email = "ada@example.com"
) {
  const sql = yield* SqlClient.SqlClient
  yield* post(`${yield* Origin}/v1/events`, token, { event_type: "a", email })
  const rows = yield* sql<{ contact_id: string }>`
    SELECT contact_id FROM contacts WHERE account_id = ${account_id} AND email = ${email}`
  return rows[0]?.contact_id ?? ""
})

onBothOverSocket("every endpoint that takes an id", (it) => {
  for (const { endpoint, request } of idTaking) {
    it.effect(`keeps accounts apart: ${endpoint.name}`, () =>
      Effect.gen(function* () {
        assert.isTrue(contactEndpoint(endpoint) || endpoint.path === "/v1/events", "Say what its id names")
        const origin = yield* Origin
        const call = (token: string, id: string, headers: Record<string, string> = {}) => {
          const { path, init } = request(endpoint, token, id)
          return send(`${origin}${path}`, { ...init, headers: { ...init.headers, ...headers } })
        }
        const owner = yield* seedAccount(everything)
        const child = yield* seedAccount({ ...everything, parent_id: owner.account_id })
        const stranger = yield* seedAccount(everything)
        const owned = yield* contactOf(owner)
        const before = yield* rowsOf(owner.account_id)

        const absent = yield* call(stranger.token, `con_${"0".repeat(26)}`)
        const foreign = [
          yield* call(stranger.token, owned),
          // A subaccount is an account of its own, in both directions.
          yield* call(child.token, owned),
          yield* call(owner.token, owned, { "Service-Account-Id": child.account_id }),
          yield* call(owner.token, yield* contactOf(child)),
          // Nor does naming the account help one whose account it is not.
          yield* call(stranger.token, owned, { "Service-Account-Id": owner.account_id }),
          yield* call(child.token, owned, { "Service-Account-Id": owner.account_id })
        ]
        for (const answer of [absent, ...foreign]) {
          assert.strictEqual(answer.status, 404)
          assert.strictEqual(answer.text, absent.text)
        }
        assert.deepStrictEqual(yield* rowsOf(owner.account_id), before)

        // What was refused is there for its own account, and in a subaccount for whoever names that.
        assert.strictEqual((yield* call(owner.token, owned)).status, 200)
        const inChild = yield* contactOf(child, "bob@example.com")
        const named = yield* call(owner.token, inChild, { "Service-Account-Id": child.account_id })
        assert.strictEqual(named.status, 200)
      })
    )
  }
})
