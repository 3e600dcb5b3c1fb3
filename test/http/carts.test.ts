import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { orderBody } from "../support/samples/orderBody.ts"
import { cartBody } from "../support/samples/carts.ts"
import { seedAccount, seedToken } from "../support/database/seed.ts"
import { contentType, encoded, onEitherOverSocket, Origin, post, send } from "../support/http/http.ts"

const start = Effect.gen(function* () {
  const { account_id } = yield* seedAccount({ integrations: 1 })
  const token = yield* seedToken(account_id, {
    scopes: ["carts_read", "carts_write", "orders_write", "contacts_write", "contacts_read"]
  })
  const origin = yield* Origin
  const sql = yield* SqlClient.SqlClient
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...contentType(body), ...headers },
      ...(typeof body === "string" ? { body } : encoded(body))
    })
  return {
    account_id,
    call,
    put: (id: string, members: Record<string, unknown> = {}, headers?: Record<string, string>) =>
      call("PUT", `/carts/${id}`, cartBody(members), headers),
    order: (members: Record<string, unknown>) => post(`${origin}/v1/orders/placed`, token, orderBody(members)),
    count: (table: string) =>
      Effect.map(sql`SELECT 1 FROM ${sql(table)} WHERE account_id = ${account_id}`, (rows) => rows.length)
  }
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const issuesOf = (answer: { readonly json: { error: { details: ReadonlyArray<{ field: string }> } } }) =>
  answer.json.error.details.map(({ field }) => field).toSorted()

onEitherOverSocket("a cart by the API", (it) => {
  it.effect("is created with its contact, replaced, read and listed, to the digit", () =>
    Effect.gen(function* () {
      const { call, put } = yield* start
      const items = '[{"sku":"CUP","quantity":2,"price":29.950,"big":12345678901234567890}]'
      const body = `{"email":"ada@example.com","currency":"usd","total":59.9,"line_items":${items},"url":"https://shop.example/c"}`
      const made = yield* call("PUT", "/carts/c-1", body)
      assert.strictEqual(made.status, 201)
      assert.include(made.text, `"line_items":${items}`)
      const { data } = made.json
      assert.deepInclude(data, { id: "c-1", source: "api", status: "open", stage: "cart", total_amount: "59.90" })
      assert.match(data.contact_id, /^con_/)
      const replaced = yield* put("c-1", { stage: "checkout", total: 10, url: null })
      assert.strictEqual(replaced.status, 200)
      assert.deepInclude(replaced.json.data, { stage: "checkout", total_amount: "10.00", url: null })
      assert.deepStrictEqual((yield* call("GET", "/carts/c-1")).json, replaced.json)
      const list = yield* call("GET", "/carts")
      assert.strictEqual(list.json.pagination.total_count, 1)
      assert.deepInclude(list.json.data[0], { id: "c-1", contact: "ada@example.com", item_count: 1, status: "open" })
    })
  )

  it.effect("is not changed by an older updated_at, whatever the order of the calls", () =>
    Effect.gen(function* () {
      const { put } = yield* start
      const [older, newer] = [
        { total: 1, updated_at: hoursAgo(2) },
        { total: 2, updated_at: hoursAgo(1) }
      ]
      yield* put("a", older)
      assert.strictEqual((yield* put("a", newer)).json.data.total_amount, "2.00")
      yield* put("b", newer)
      const answer = yield* put("b", older)
      assert.deepInclude(answer.json.data, { total_amount: "2.00", updated_at: newer.updated_at.replace(".000Z", "Z") })
      assert.strictEqual(answer.status, 200)
    })
  )

  it.effect("belongs to its visitor alone without a contact", () =>
    Effect.gen(function* () {
      const { put, count } = yield* start
      const { json } = yield* put("v", { email: null, visitor_id: "vis-1" })
      assert.deepInclude(json.data, { contact_id: null, visitor_id: "vis-1" })
      assert.strictEqual(yield* count("contacts"), 0)
    })
  )

  it.effect("is removed when it is emptied or deleted, and an older call does not bring it back", () =>
    Effect.gen(function* () {
      const { call, put } = yield* start
      yield* put("a", { updated_at: hoursAgo(3) })
      const emptied = yield* put("a", { line_items: [], updated_at: hoursAgo(1) })
      assert.deepInclude(emptied.json.data, { status: "removed", line_items: [], total_amount: null })
      assert.strictEqual((yield* call("GET", "/carts/a")).status, 404)
      yield* put("a", { updated_at: hoursAgo(2) })
      assert.strictEqual((yield* call("GET", "/carts/a")).status, 404)
      assert.strictEqual((yield* put("a")).status, 201)
      const removed = yield* call("DELETE", "/carts/a")
      assert.deepInclude(removed.json.data, { id: "a", status: "open", total_amount: "59.90" })
      assert.strictEqual((yield* call("DELETE", "/carts/a")).status, 404)
      yield* put("a", { updated_at: hoursAgo(1) })
      assert.deepStrictEqual((yield* call("GET", "/carts")).json.data, [])
      assert.strictEqual((yield* call("GET", "/carts?status=removed")).json.data.length, 1)
    })
  )

  it.effect("is ended by the order that it names, and by any order of its contact at or after its last change", () =>
    Effect.gen(function* () {
      const { call, put, order } = yield* start
      const completed = yield* put("a", { completed_order_id: 7 })
      assert.deepInclude(completed.json.data, { status: "ordered", order_id: "7" })
      const at = hoursAgo(1)
      const before = { order_id: 1, email: "ada@example.com", order_date: hoursAgo(2) }
      yield* order(before)
      assert.strictEqual((yield* put("b", { updated_at: at })).json.data.status, "open")
      yield* order({ ...before, order_id: 2, order_date: at })
      const after = yield* call("GET", "/carts/b")
      assert.deepInclude(after.json.data, { status: "ordered", order_id: "2" })
      // The order came first.
      assert.deepInclude((yield* put("c", { updated_at: at })).json.data, { status: "ordered", order_id: "2" })
      // A change after the order opens the cart again.
      assert.strictEqual((yield* put("b")).json.data.status, "open")
      const open = yield* call("GET", "/carts?status=open")
      assert.deepStrictEqual(
        open.json.data.map(({ id }: { id: string }) => id),
        ["b"]
      )
      assert.strictEqual((yield* call("GET", "/carts?status=ordered")).json.pagination.total_count, 2)
    })
  )

  it.effect("is refused with all its faults, and kept leniently without secondary ones", () =>
    Effect.gen(function* () {
      const { put, call, count } = yield* start
      const refused = yield* put("a", {
        email: "no",
        stage: "paid",
        currency: null,
        line_items: [{ quantity: 1.5 }],
        url: "javascript:alert(1)",
        updated_at: hoursAgo(-48)
      })
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(issuesOf(refused), [
        "currency",
        "email",
        "line_items.0.quantity",
        "stage",
        "updated_at",
        "url"
      ])
      assert.deepStrictEqual(
        issuesOf(yield* put("a", { line_items: Array.from({ length: 201 }, () => ({ sku: "A" })) })),
        ["line_items"]
      )
      assert.deepStrictEqual(issuesOf(yield* put("a", { contact_id: "con_1" })), ["email"])
      assert.strictEqual((yield* put("a", { email: null, contact_id: "con_1" })).status, 404)
      const lenient = yield* put("a", { phone: "x", stage: "paid" }, { prefer: "handling=lenient" })
      assert.strictEqual(lenient.status, 201)
      assert.deepStrictEqual(lenient.json.warnings.map(({ field }: { field: string }) => field).toSorted(), [
        "phone",
        "stage"
      ])
      for (const id of ["a%20b", "x".repeat(129), "%2E%2E"])
        assert.strictEqual((yield* call("PUT", `/carts/${id}`, cartBody())).status, 404, id)
      assert.strictEqual((yield* put("x".repeat(128))).status, 201)
      assert.strictEqual(yield* count("carts"), 2)
    })
  )

  it.effect("is decided by a dry run, which writes nothing", () =>
    Effect.gen(function* () {
      const { put, count } = yield* start
      const { status, json } = yield* put("a", {}, { prefer: "dry-run" })
      assert.strictEqual(status, 200)
      assert.deepInclude(json.dry_run, { created: true, changed: true })
      assert.deepInclude(json.dry_run.contact, { action: "created", id: null, email: "ada@example.com" })
      assert.strictEqual((yield* count("carts")) + (yield* count("contacts")), 0)
    })
  )

  it.effect("goes with its contact's erasure, and to the contact that it is merged into", () =>
    Effect.gen(function* () {
      const { call, put, count } = yield* start
      const { data } = (yield* put("a")).json
      const other = (yield* put("b", { email: "eve@example.com" })).json.data
      yield* call("POST", `/contacts/${other.contact_id}/merge`, { from: data.contact_id })
      assert.strictEqual((yield* call("GET", "/carts/a")).json.data.contact_id, other.contact_id)
      const exported = yield* call("GET", `/contacts/${other.contact_id}/export`)
      assert.lengthOf(exported.json.data.carts, 2)
      yield* call("DELETE", `/contacts/${other.contact_id}`)
      assert.strictEqual(yield* count("carts"), 0)
    })
  )

  it.effect("is listed page by page, each cart once", () =>
    Effect.gen(function* () {
      const { call, put } = yield* start
      const at = hoursAgo(1)
      for (const id of ["a", "b", "c", "d", "e"]) yield* put(id, { updated_at: at })
      const seen: Array<string> = []
      let cursor: string | null = ""
      while (cursor !== null) {
        const page: Effect.Success<ReturnType<typeof call>> = yield* call(
          "GET",
          `/carts?per_page=2${cursor === "" ? "" : `&cursor=${cursor}`}`
        )
        seen.push(...page.json.data.map(({ id }: { id: string }) => id))
        cursor = page.json.pagination.next_cursor
      }
      assert.deepStrictEqual(seen.toSorted(), ["a", "b", "c", "d", "e"])
    })
  )
})
