import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { codeAlphabet } from "../../src/domain/coupons/couponPattern.ts"
import { seedAccount } from "../support/database/seed.ts"
import { contentType, encoded, onEitherOverSocket, Origin, send } from "../support/http/http.ts"

const caller = Effect.gen(function* () {
  const origin = yield* Origin
  const { account_id, token } = yield* seedAccount({ scopes: Scope.literals })
  const call = (method: string, path: string, body?: unknown) =>
    send(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...contentType(body) },
      ...encoded(body)
    })
  const coupon = (body: object) =>
    Effect.map(call("POST", "/coupons", body), ({ json }): string => String(json.data.id))
  return { account_id, call, coupon }
})

onEitherOverSocket("coupons", (it) => {
  it.effect("are created as pools or with a shared code, listed, read and deleted", () =>
    Effect.gen(function* () {
      const { call, coupon } = yield* caller
      const shared = yield* call("POST", "/coupons", { name: "welcome", code: "Hello10" })
      assert.deepStrictEqual([shared.status, shared.json.data.kind, shared.json.data.code], [201, "shared", "Hello10"])
      assert.isNull(shared.json.data.codes)
      const pool = yield* coupon({ name: "spring" })
      yield* call("POST", `/coupons/${pool}/codes`, { codes: ["ONE-1", "TWO-2"] })
      const { json } = yield* call("GET", `/coupons/${pool}`)
      assert.deepStrictEqual(json.data.codes, { total: 2, free: 2, given: 0, level: "ok" })
      assert.deepStrictEqual([json.data.redeemed, json.data.revenue], [0, []])
      const listed = yield* call("GET", "/coupons")
      assert.deepStrictEqual(
        listed.json.data.map(({ name }: { readonly name: string }) => name),
        ["spring", "welcome"]
      )
      assert.deepStrictEqual((yield* call("DELETE", `/coupons/${pool}`)).json.data, json.data)
      for (const [method, path] of [
        ["GET", ""],
        ["DELETE", ""]
      ] as const)
        assert.strictEqual((yield* call(method, `/coupons/${pool}${path}`)).status, 404)
      assert.strictEqual((yield* call("GET", "/coupons")).json.pagination.total_count, 1)
    })
  )

  it.effect("take a code of the account once, case aside, and say which they had", () =>
    Effect.gen(function* () {
      const { call, coupon } = yield* caller
      yield* coupon({ name: "welcome", code: "HELLO" })
      const [one, other] = [yield* coupon({ name: "one" }), yield* coupon({ name: "other" })]
      yield* call("POST", `/coupons/${one}/codes`, { codes: ["CODE-1"] })
      const { json } = yield* call("POST", `/coupons/${other}/codes`, {
        codes: ["code-1", "CODE-2", "Code-2", "hello", "CODE-3"]
      })
      assert.deepStrictEqual(
        [json.data.added, json.data.duplicates, json.data.duplicate_codes.toSorted()],
        [2, 3, ["Code-2", "code-1", "hello"]]
      )
      assert.deepStrictEqual(json.data.coupon.codes, { total: 2, free: 2, given: 0, level: "ok" })
      const again = yield* call("POST", "/coupons", { name: "again", code: "Code-3" })
      assert.deepStrictEqual([again.status, again.json.error.details[0].field], [422, "code"])
      const named = yield* call("POST", "/coupons", { name: "one" })
      assert.deepStrictEqual([named.status, named.json.error.details[0].field], [422, "name"])
    })
  )

  it.effect("make codes of a pattern, which can't be guessed", () =>
    Effect.gen(function* () {
      const { account_id, call, coupon } = yield* caller
      const sql = yield* SqlClient.SqlClient
      const pool = yield* coupon({ name: "spring" })
      const made = yield* call("POST", `/coupons/${pool}/made-codes`, { pattern: "SPRING-######", count: 2_000 })
      assert.strictEqual(made.json.data.added, 2_000)
      const rows = yield* sql<{ readonly code: string }>`SELECT code FROM coupon_codes WHERE account_id = ${account_id}`
      assert.strictEqual(rows.length, 2_000)
      for (const { code } of rows) assert.match(code, new RegExp(`^SPRING-[${codeAlphabet}]{6}$`))
      yield* sql`UPDATE coupons SET code_count = 30000 WHERE account_id = ${account_id}`
      const beyond = yield* call("POST", `/coupons/${pool}/made-codes`, { pattern: "SPRING-######", count: 1_000 })
      assert.deepStrictEqual([beyond.status, beyond.json.error.details[0].field], [422, "pattern"])
    })
  )

  it.effect("refuse what is no code, name or pattern, each by its path, and codes beyond the bounds", () =>
    Effect.gen(function* () {
      const { account_id, call, coupon } = yield* caller
      const sql = yield* SqlClient.SqlClient
      const pool = yield* coupon({ name: "spring" })
      const shared = yield* coupon({ name: "shared", code: "SHARED" })
      const fields = Effect.fnUntraced(function* (path: string, body: unknown) {
        const { status, json } = yield* call("POST", path, body)
        assert.strictEqual(status, 422, path)
        return json.error.details.map(({ field }: { readonly field: string }) => field)
      })
      for (const name of ["", "Spring", "1a", "a-b", "a".repeat(41), 7, null])
        assert.deepStrictEqual(yield* fields("/coupons", { name }), ["name"])
      assert.deepStrictEqual(yield* fields("/coupons", { name: "a", code: "<b>" }), ["code"])
      assert.deepStrictEqual(
        yield* fields(`/coupons/${pool}/codes`, { codes: ["ABC", "a b", "x".repeat(65), "sample-code"] }),
        ["codes.1", "codes.2", "codes.3"]
      )
      assert.deepStrictEqual(yield* fields(`/coupons/${pool}/codes`, { codes: [] }), ["codes"])
      const many = Array.from({ length: 10_001 }, (_, at) => `CODE-${at}`)
      assert.deepStrictEqual(yield* fields(`/coupons/${pool}/codes`, { codes: many }), ["codes"])
      assert.deepStrictEqual(yield* fields(`/coupons/${shared}/codes`, { codes: ["ABC"] }), [""])
      for (const pattern of ["SPRING-#####", "#".repeat(21), "-######", "ä######", `${"A".repeat(59)}######`])
        assert.deepStrictEqual(
          yield* fields(`/coupons/${pool}/made-codes`, { pattern, count: 1 }),
          ["pattern"],
          pattern
        )
      assert.deepStrictEqual(yield* fields(`/coupons/${pool}/made-codes`, { pattern: "########", count: 10_001 }), [
        "count"
      ])
      assert.strictEqual(
        (yield* call("POST", `/coupons/${pool}/codes`, { codes: many.slice(1) })).json.data.added,
        10_000
      )
      yield* sql`UPDATE coupons SET code_count = 999999 WHERE account_id = ${account_id} AND coupon_id = ${pool}`
      assert.strictEqual((yield* call("POST", `/coupons/${pool}/codes`, { codes: ["LAST"] })).status, 200)
      assert.deepStrictEqual(yield* fields(`/coupons/${pool}/codes`, { codes: ["BEYOND"] }), [""])
    })
  )

  it.effect("lose their free codes when they are deleted, not those that were given", () =>
    Effect.gen(function* () {
      const { account_id, call, coupon } = yield* caller
      const sql = yield* SqlClient.SqlClient
      const pool = yield* coupon({ name: "spring" })
      const codes = Array.from({ length: 10_000 }, (_, at) => `CODE-${at}`)
      yield* call("POST", `/coupons/${pool}/codes`, { codes })
      yield* call("POST", `/coupons/${pool}/made-codes`, { pattern: "MADE-########", count: 3_000 })
      yield* sql`UPDATE coupon_codes SET given_at = now(), contact_id = 'con_1', purpose = 'cmp_1'
        WHERE account_id = ${account_id} AND code_key = 'CODE-7'`
      yield* call("DELETE", `/coupons/${pool}`)
      const left = yield* sql`SELECT code FROM coupon_codes WHERE account_id = ${account_id}`
      assert.deepStrictEqual(left, [{ code: "CODE-7" }])
      const [row] = yield* sql`SELECT code_count, clearing FROM coupons WHERE account_id = ${account_id}`
      assert.deepStrictEqual(row, { code_count: 1, clearing: false })
      const again = yield* coupon({ name: "spring" })
      const added = yield* call("POST", `/coupons/${again}/codes`, { codes: ["CODE-7", "CODE-8"] })
      assert.deepStrictEqual(added.json.data.duplicate_codes, ["CODE-7"])
    })
  )
})
