import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onEitherOverSocket, Origin, send } from "../support/http/http.ts"
import { seedAccount } from "../support/database/seed.ts"

const read = Effect.fnUntraced(function* (token: string, account?: string) {
  return yield* send(`${yield* Origin}/v1/account`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(account === undefined ? {} : { "Service-Account-Id": account })
    }
  })
})

onEitherOverSocket("GET /account", (it) => {
  it.effect("shows the token's account with its subaccounts, to a token of no scope at all", () =>
    Effect.gen(function* () {
      const main = yield* seedAccount({ default_country: "DE", scopes: [] })
      const children = [
        yield* seedAccount({ parent_id: main.account_id }),
        yield* seedAccount({ parent_id: main.account_id })
      ]
      // Subaccounts created in the same millisecond are ordered by id.
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE accounts SET created_at = created_at - interval '1 minute' WHERE account_id = ${children[0]?.account_id ?? ""}`
      const { status, json } = yield* read(main.token)
      assert.strictEqual(status, 200)
      const { created_at, subaccounts, ...account } = json.data
      assert.deepStrictEqual(account, {
        id: main.account_id,
        name: "Seeded",
        default_country: "DE",
        timezone: "UTC"
      })
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/)
      assert.deepStrictEqual(
        subaccounts.map(({ id, name }: { id: string; name: string }) => ({ id, name })),
        children.map(({ account_id }) => ({ id: account_id, name: "Seeded" }))
      )
    })
  )

  it.effect("shows the subaccount that the header names, and its own account when that is named", () =>
    Effect.gen(function* () {
      const main = yield* seedAccount()
      const child = yield* seedAccount({ parent_id: main.account_id })
      const subaccount = yield* read(main.token, child.account_id)
      assert.deepStrictEqual([subaccount.json.data.id, subaccount.json.data.subaccounts], [child.account_id, []])
      assert.strictEqual((yield* read(main.token, main.account_id)).json.data.id, main.account_id)
    })
  )

  it.effect("answers the same 404 for a parent, a foreign account, an unknown id and a malformed one", () =>
    Effect.gen(function* () {
      const main = yield* seedAccount()
      const child = yield* seedAccount({ parent_id: main.account_id })
      const stranger = yield* seedAccount()
      const answers = [
        yield* read(child.token, main.account_id),
        yield* read(main.token, stranger.account_id),
        yield* read(main.token, `acc_${"0".repeat(26)}`),
        yield* read(main.token, "nonsense")
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [404, 404, 404, 404]
      )
      assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
    })
  )
})
