import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { operatorBrowser, ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { Origin, OriginLayer, send } from "../support/http/http.ts"

const account = Effect.fnUntraced(function* (token: string) {
  return yield* send(`${yield* Origin}/v1/account`, { headers: { authorization: `Bearer ${token}` } })
})

onEither("API tokens", OriginLayer, (it) => {
  it.effect("are shown once, work at once, and stop working when revoked", () =>
    Effect.gen(function* () {
      const { call, account: id } = yield* operatorBrowser
      const made = yield* call("POST", `/accounts/${id}/tokens`, {
        name: "Shop",
        scopes: ["orders_write"],
        expires_in: "30d"
      })
      assert.strictEqual(made.status, 201)
      const { token, ...shown } = made.json.data
      assert.match(token, /^service_[0-9a-f]{40}$/)
      assert.strictEqual(Date.parse(shown.expires_at) - Date.parse(shown.created_at), 30 * 86_400_000)
      const list = yield* call("GET", `/accounts/${id}/tokens`)
      assert.deepStrictEqual(list.json.data, [shown])
      assert.deepStrictEqual(list.json.pagination, {
        page: 1,
        per_page: 25,
        total_count: 1,
        total_pages: 1,
        next_cursor: null
      })
      assert.strictEqual((yield* account(token)).json.data.id, id)
      const revoked = yield* call("DELETE", `/accounts/${id}/tokens/${shown.id}`)
      assert.strictEqual(revoked.json.data.status, "revoked")
      assert.strictEqual((yield* account(token)).status, 401)
      const renewed = yield* call("POST", `/accounts/${id}/tokens/${shown.id}/renew`)
      assert.strictEqual(renewed.status, 422)
    })
  )

  it.effect("number at most 25 that are active, also when creations race", () =>
    Effect.gen(function* () {
      const { call, account: id } = yield* ownerBrowser("racer")
      const body = { name: "Racer", scopes: [], expires_in: null }
      const made = yield* Effect.all(
        Array.from({ length: 40 }, () => call("POST", `/accounts/${id}/tokens`, body)),
        { concurrency: 40 }
      )
      assert.strictEqual(made.filter(({ status }) => status === 201).length, 25)
      assert.strictEqual(made.filter(({ status }) => status === 422).length, 15)
      const first = made.find(({ status }) => status === 201)
      yield* call("DELETE", `/accounts/${id}/tokens/${first?.json.data.id}`)
      assert.strictEqual((yield* call("POST", `/accounts/${id}/tokens`, body)).status, 201)
      assert.strictEqual((yield* call("POST", `/accounts/${id}/tokens`, body)).status, 422)
      const last = yield* call("GET", `/accounts/${id}/tokens?page=3&per_page=10`)
      assert.strictEqual(last.json.data.length, 6)
      assert.strictEqual(last.json.pagination.total_count, 26)
    })
  )

  it.effect(
    "are renewed by their own duration, concurrent renewals adding up; tokens without expiry are not renewed",
    () =>
      Effect.gen(function* () {
        const { call, account: id } = yield* operatorBrowser
        const made = yield* call("POST", `/accounts/${id}/tokens`, { name: "Renewed", scopes: [], expires_in: "1y" })
        const renew = call("POST", `/accounts/${id}/tokens/${made.json.data.id}/renew`)
        const renewed = yield* Effect.all(
          Array.from({ length: 8 }, () => renew),
          { concurrency: 8 }
        )
        const days = renewed.map(
          ({ json }) => (Date.parse(json.data.expires_at) - Date.parse(made.json.data.expires_at)) / 86_400_000
        )
        assert.deepStrictEqual(
          days.toSorted((a, b) => a - b),
          [1, 2, 3, 4, 5, 6, 7, 8].map((times) => times * 365)
        )
        const eternal = yield* call("POST", `/accounts/${id}/tokens`, { name: "Eternal", scopes: [] })
        assert.strictEqual(eternal.json.data.expires_at, null)
        assert.strictEqual((yield* call("POST", `/accounts/${id}/tokens/${eternal.json.data.id}/renew`)).status, 422)
      })
  )

  it.effect("belong to one account: foreign and absent ids get the same 404", () =>
    Effect.gen(function* () {
      const { call: mine, account: id } = yield* ownerBrowser("mine")
      const { call: theirs, account: other } = yield* ownerBrowser("theirs")
      const made = yield* mine("POST", `/accounts/${id}/tokens`, { name: "Mine", scopes: [] })
      const absent = yield* theirs("GET", "/accounts/acc_00000000000000000000000000/tokens")
      for (const [method, path] of [
        ["GET", `/accounts/${id}/tokens`],
        ["POST", `/accounts/${id}/tokens`],
        ["DELETE", `/accounts/${id}/tokens/${made.json.data.id}`],
        ["DELETE", `/accounts/${other}/tokens/${made.json.data.id}`],
        ["POST", `/accounts/${other}/tokens/${made.json.data.id}/renew`],
        ["GET", `/accounts/%00/tokens`]
      ] as const) {
        const answer = yield* theirs(method, path, method === "POST" ? { name: "x", scopes: [] } : undefined)
        assert.deepStrictEqual([answer.status, answer.json], [404, absent.json], `${method} ${path}`)
      }
      const list = yield* mine("GET", `/accounts/${id}/tokens`)
      assert.strictEqual(list.json.data[0].status, "active")
    })
  )

  it.effect("report every issue of their input", () =>
    Effect.gen(function* () {
      const { call, account: id } = yield* operatorBrowser
      const { status, json } = yield* call("POST", `/accounts/${id}/tokens`, { scopes: ["all"], expires_in: "2d" })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(
        json.error.details.map(({ field }: { field: string }) => field),
        ["name", "scopes.0", "expires_in"]
      )
      assert.strictEqual((yield* call("GET", `/accounts/${id}/tokens?per_page=0`)).status, 422)
    })
  )
})
