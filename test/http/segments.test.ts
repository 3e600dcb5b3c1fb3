import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type ApiResponse, onEitherOverSocket, Origin, post, send } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount } from "../support/database/seed.ts"
import { Scope } from "../../src/domain/accounts/Scope.ts"

const caller = Effect.gen(function* () {
  const origin = yield* Origin
  const { account_id, token } = yield* seedAccount({ scopes: Scope.literals })
  const call = (method: string, path: string, body?: unknown) =>
    send(`${origin}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  const order = (order_id: number, email: string, members: object = {}) =>
    post(`${origin}/v1/orders/placed`, token, orderBody({ order_id, email, ...members }))
  const segment = (conditions: unknown) =>
    Effect.map(call("POST", "/segments", { name: "Tested", conditions }), ({ json }) => String(json.data.id))
  return { account_id, call, order, segment }
})

const bought = (op: string, value: number) => [[{ field: "order.count", op, value }]]

const emailsOf = (json: { readonly data: ReadonlyArray<{ readonly email: string }> }) =>
  json.data.map(({ email }) => email)

onEitherOverSocket("segments", (it) => {
  it.effect("are created, listed, read, changed and deleted", () =>
    Effect.gen(function* () {
      const { call } = yield* caller
      const conditions = [[{ field: "contact.tags", op: "contains", value: "vip" }]]
      const created = yield* call("POST", "/segments", { name: " Friends ", conditions })
      assert.strictEqual(created.status, 201)
      const { id } = created.json.data
      assert.deepStrictEqual([created.json.data.name, created.json.data.conditions], ["Friends", conditions])
      yield* call("POST", "/segments", { name: "All", conditions: [] })
      const listed = yield* call("GET", "/segments")
      assert.deepStrictEqual(
        listed.json.data.map(({ name }: { name: string }) => name),
        ["All", "Friends"]
      )
      assert.strictEqual(listed.json.pagination.total_count, 2)
      const changed = yield* call("PATCH", `/segments/${id}`, { name: "VIPs" })
      assert.deepStrictEqual([changed.json.data.name, changed.json.data.conditions], ["VIPs", conditions])
      assert.deepStrictEqual((yield* call("GET", `/segments/${id}`)).json.data, changed.json.data)
      assert.strictEqual((yield* call("DELETE", `/segments/${id}`)).json.data.name, "VIPs")
      for (const path of ["", "/count", "/members", `/contacts/con_1`]) {
        assert.strictEqual((yield* call("GET", `/segments/${id}${path}`)).status, 404, path)
      }
    })
  )

  it.effect("count and list exactly the contacts for which their conditions hold at that moment", () =>
    Effect.gen(function* () {
      const { call, order, segment } = yield* caller
      yield* order(1, "ada@example.com", { line_items: [{ sku: "TEA", quantity: 1 }], total: 10 })
      yield* order(2, "ada@example.com", { total: 5.5 })
      yield* order(3, "bob@example.com")
      yield* call("POST", "/contacts", { email: "cy@example.com" })
      const members = (id: string) => Effect.map(call("GET", `/segments/${id}/members`), ({ json }) => emailsOf(json))
      const twice = yield* segment(bought("gte", 2))
      assert.deepStrictEqual((yield* call("GET", `/segments/${twice}/count`)).json.data, { count: 1, counted_at: null })
      assert.deepStrictEqual(yield* members(twice), ["ada@example.com"])
      assert.deepStrictEqual(yield* members(yield* segment(bought("eq", 0))), ["cy@example.com"])
      const tea = yield* segment([[{ field: "order.count", op: "gte", value: 1, where: { sku: "TEA" } }]])
      assert.deepStrictEqual(yield* members(tea), ["ada@example.com"])
      const spent = yield* segment([[{ field: "contact.total_spent.USD", op: "eq", value: 15.5 }]])
      assert.deepStrictEqual(yield* members(spent), ["ada@example.com"])
      yield* order(4, "bob@example.com")
      assert.deepStrictEqual((yield* members(twice)).toSorted(), ["ada@example.com", "bob@example.com"])
    })
  )

  it.effect("page through members by cursor, each on one page, with the total of the first page", () =>
    Effect.gen(function* () {
      const { call, segment } = yield* caller
      for (const name of ["a", "b", "c", "d", "e"]) yield* call("POST", "/contacts", { email: `${name}@example.com` })
      const id = yield* segment([])
      const found: Array<string> = []
      let cursor: string | null = ""
      while (cursor !== null) {
        const { json }: ApiResponse = yield* call(
          "GET",
          `/segments/${id}/members?per_page=2${cursor === "" ? "" : `&cursor=${cursor}`}`
        )
        found.push(...emailsOf(json))
        assert.strictEqual(json.pagination.total_count, 5)
        cursor = json.pagination.next_cursor
        // A member added meanwhile is newer than all pages that follow.
        if (found.length === 2) yield* call("POST", "/contacts", { email: "new@example.com" })
      }
      assert.deepStrictEqual(
        found.toSorted(),
        ["a", "b", "c", "d", "e"].map((name) => `${name}@example.com`)
      )
      for (const wrong of ["x", "-1.con_1", "1."]) {
        assert.strictEqual((yield* call("GET", `/segments/${id}/members?cursor=${wrong}`)).status, 422, wrong)
      }
    })
  )

  it.effect("refuse a cursor of another segment, and of other conditions", () =>
    Effect.gen(function* () {
      const { call, segment } = yield* caller
      for (const name of ["a", "b", "c"]) yield* call("POST", "/contacts", { email: `${name}@example.com` })
      const [all, none] = [yield* segment([]), yield* segment(bought("gte", 1))]
      const first = yield* call("GET", `/segments/${all}/members?per_page=1`)
      const cursor = first.json.pagination.next_cursor
      const read = (id: string) =>
        Effect.map(call("GET", `/segments/${id}/members?per_page=1&cursor=${cursor}`), ({ status }) => status)
      assert.deepStrictEqual([yield* read(all), yield* read(none)], [200, 422])
      yield* call("PATCH", `/segments/${all}`, { conditions: bought("eq", 0) })
      assert.strictEqual(yield* read(all), 422)
    })
  )

  it.effect("explain which conditions hold for a contact", () =>
    Effect.gen(function* () {
      const { call, order, segment } = yield* caller
      yield* order(1, "ada@example.com")
      const { json } = yield* call("GET", "/contacts?email=ada@example.com")
      const [{ id: contact }] = json.data
      const conditions = [
        [
          { field: "order.count", op: "gte", value: 1 },
          { field: "contact.tags", op: "contains", value: "vip" }
        ],
        [{ field: "contact.last_order_at", op: "within", value: "1 day" }]
      ]
      const id = yield* segment(conditions)
      const explained = yield* call("GET", `/segments/${id}/contacts/${contact}`)
      assert.deepStrictEqual(explained.json.data, {
        is_member: false,
        groups: [
          [
            { condition: conditions[0]?.[0], holds: true },
            { condition: conditions[0]?.[1], holds: false }
          ],
          [{ condition: conditions[1]?.[0], holds: false }]
        ]
      })
      yield* call("PATCH", `/contacts/${contact}`, { tags: ["vip"] })
      assert.isTrue((yield* call("GET", `/segments/${id}/contacts/${contact}`)).json.data.is_member)
      assert.strictEqual((yield* call("GET", `/segments/${id}/contacts/con_none`)).status, 404)
      assert.strictEqual((yield* call("GET", `/segments/${id}/contacts/%00`)).status, 404)
    })
  )

  it.effect("report every issue of a definition at once, by its path", () =>
    Effect.gen(function* () {
      const { call } = yield* caller
      const { status, json } = yield* call("POST", "/segments", {
        name: "",
        conditions: [
          [
            { field: "order.total", op: "gte", value: 1 },
            { field: "contact.shoe", op: "eq", value: 1 },
            { field: "contact.created_at", op: "gt", value: "yesterday" },
            { field: "contact.created_at", op: "within", value: "9 years" },
            { field: "order.count", op: "contains", value: 1 },
            { field: "order.count", op: "gte", value: 1, where: { event_type: "seen" } },
            { field: "contact.email", op: "exists", where: { within: "1 day" } },
            { field: "event.count", op: "gte", value: 1, where: { within: 5, colour: "red" } },
            7
          ],
          []
        ]
      })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(json.error.details.map(({ field }: { field: string }) => field).toSorted(), [
        "conditions.0.0.field",
        "conditions.0.1.field",
        "conditions.0.2.value",
        "conditions.0.3.value",
        "conditions.0.4.op",
        "conditions.0.5.where.event_type",
        "conditions.0.6.where.within",
        "conditions.0.7.where.colour",
        "conditions.0.7.where.within",
        "conditions.0.8",
        "conditions.1",
        "name"
      ])
      const tooMany = Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => bought("gte", 1)[0]?.[0]))
      const oversized = yield* call("POST", "/segments", { name: "a", conditions: tooMany })
      assert.deepStrictEqual(
        oversized.json.error.details.map(({ field }: { field: string }) => field),
        ["conditions"]
      )
      const lookups = Array.from({ length: 11 }, (_, at) => ({
        field: "order.count",
        op: "gte",
        value: 1,
        where: { within: `${at + 1} days` }
      }))
      const manyLookups = yield* call("POST", "/segments", { name: "a", conditions: [lookups] })
      assert.deepStrictEqual(
        manyLookups.json.error.details.map(({ field }: { field: string }) => field),
        ["conditions"]
      )
    })
  )

  it.effect("never name an erased contact, nor hold an address of it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, call, segment } = yield* caller
      const { json } = yield* call("POST", "/contacts", { email: "Ada@Example.com" })
      yield* call("POST", "/contacts", { email: "bob@example.com" })
      const all = yield* segment([])
      const own = yield* segment([[{ field: "contact.email", op: "eq", value: "ada@example.com" }]])
      const kept = yield* segment([[{ field: "contact.email", op: "contains", value: "@example.com" }]])
      yield* call("DELETE", `/contacts/${json.data.id}`)
      assert.deepStrictEqual(emailsOf((yield* call("GET", `/segments/${all}/members`)).json), ["bob@example.com"])
      assert.strictEqual((yield* call("GET", `/segments/${all}/contacts/${json.data.id}`)).status, 404)
      const rows = yield* sql`SELECT segment_id FROM segments WHERE account_id = ${account_id}
        AND lower(name || conditions::text) LIKE '%ada@example.com%'`
      assert.deepStrictEqual(rows, [])
      assert.deepStrictEqual((yield* call("GET", `/segments/${own}/count`)).json.data, { count: 0, counted_at: null })
      assert.deepStrictEqual((yield* call("GET", `/segments/${kept}/count`)).json.data, { count: 1, counted_at: null })
    })
  )
})
