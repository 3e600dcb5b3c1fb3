import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RunImports } from "../../src/programs/imports/RunImports.ts"
import { ImportQueue } from "../../src/store/imports/ImportQueue.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onBoth } from "../support/database/databases.ts"
import { OriginLayer } from "../support/http/http.ts"
import { ImportingLayer } from "../support/samples/imports.ts"
import { definitionOf } from "../support/flows/definitions.ts"

const order = (order_id: number, more: object = {}) =>
  JSON.stringify({
    order_id,
    email: `buyer${order_id}@example.com`,
    total: 10,
    currency: "USD",
    order_date: "2026-01-01T00:00:00Z",
    shipment_status: "delivered",
    ...more
  })

const recordsOf = (bodies: ReadonlyArray<string>) => bodies.map((body, at) => ({ row: at + 2, body }))

/** An owner with calls for imports. */
const importer = Effect.fnUntraced(function* (name: string, kind: "orders" | "contacts" = "orders") {
  const owner = yield* ownerBrowser(name)
  const base = `/accounts/${owner.account}/imports`
  const made = yield* owner.call("POST", base, { kind, file_name: "old.csv", file_size: 100, layout: "{}" })
  const path = `${base}/${made.json.data.id}`
  const send = (bodies: ReadonlyArray<string>, from = 0) =>
    owner.call("POST", `${path}/records`, { from, records: recordsOf(bodies) })
  const read = Effect.map(owner.call("GET", path), ({ json }) => json.data)
  return { ...owner, base, path, send, read, start: owner.call("POST", `${path}/start`) }
})

// Other tests of this suite leave no import running, so the claimed one belongs to this test.
const takeAll = Effect.gen(function* () {
  const imports = yield* RunImports
  yield* imports.step.pipe(Effect.repeat({ until: (count) => count === 0 }))
})

onBoth(
  "imports",
  Layer.merge(OriginLayer, ImportingLayer),
  (it) => {
    it.effect("import each order once, start no flows, and report the rows that failed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account, call, path, send, read, start } = yield* importer("orders")
        yield* call("POST", `/accounts/${account}/flows`, {
          name: "Thanks",
          definition: definitionOf([{ id: "s1", type: "delay", duration: "1 day" }])
        }).pipe(Effect.flatMap(({ json }) => call("POST", `/accounts/${account}/flows/${json.data.id}/activate`)))
        const bodies = [
          ...Array.from({ length: 130 }, (_, at) => order(at + 1)),
          order(1, { email: "=cmd@x", total: -1 }),
          "[]",
          order(2, { total: 12.5 })
        ]
        assert.strictEqual((yield* send(bodies)).json.data.received, 133)
        yield* start
        yield* takeAll
        const { status, imported, failed } = yield* read
        assert.deepStrictEqual({ status, imported, failed }, { status: "finished", imported: 131, failed: 2 })
        const orders = yield* call("GET", `/accounts/${account}/orders`)
        assert.strictEqual(orders.json.pagination.total_count, 130)
        assert.strictEqual((yield* call("GET", `/accounts/${account}/orders/2`)).json.data.order.total_amount, "12.50")
        assert.deepStrictEqual(yield* sql`SELECT run_id FROM flow_runs WHERE account_id = ${account}`, [])
        const failureList = yield* call("GET", `${path}/failures`)
        assert.strictEqual(failureList.headers.get("content-type"), "text/csv; charset=utf-8")
        assert.deepStrictEqual(failureList.text.trim().split("\r\n"), [
          "row,field,problem",
          '132,"email","Must be an e-mail address"',
          '132,"total","Must be a number, zero or more"',
          '133,"","The body must be a JSON object"'
        ])
        assert.deepStrictEqual(yield* sql`SELECT position FROM import_records WHERE account_id = ${account}`, [])
      })
    )

    it.effect("resume an interrupted upload: each part counts once, a gap is refused", () =>
      Effect.gen(function* () {
        const { send, start, read, call, path } = yield* importer("resumer")
        const bodies = Array.from({ length: 10 }, (_, at) => order(at + 1))
        yield* send(bodies.slice(0, 4))
        assert.strictEqual((yield* send(bodies.slice(2, 6), 2)).json.data.received, 6)
        assert.strictEqual((yield* send(bodies.slice(8), 8)).status, 422)
        assert.strictEqual((yield* send(bodies.slice(6), 6)).json.data.received, 10)
        yield* start
        assert.strictEqual((yield* send([order(11)], 10)).status, 422)
        yield* takeAll
        assert.deepInclude(yield* read, { status: "finished", imported: 10, failed: 0 })
        assert.strictEqual((yield* call("DELETE", path)).json.data.status, "finished")
      })
    )

    it.effect("continue in another process after the lease of a dead one ends, and count no row twice", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const queue = yield* ImportQueue
        const { account, send, start, read } = yield* importer("survivor")
        yield* send([order(1), order(2)])
        yield* start
        const lost = yield* queue.claim(64)
        assert.strictEqual(lost?.records.length, 2)
        assert.strictEqual(yield* queue.claim(64), undefined)
        yield* sql`UPDATE imports SET leased_until = leased_until - interval '1 minute' WHERE account_id = ${account}`
        yield* takeAll
        if (lost !== undefined) yield* queue.finish(lost, [{ position: 0, row: 2, issues: [] }])
        assert.deepInclude(yield* read, { status: "finished", imported: 2, failed: 0 })
      })
    )

    it.effect("create and update contacts, and send no welcome texts", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account, call, send, start, read } = yield* importer("people", "contacts")
        yield* call("POST", `/accounts/${account}/contacts`, { email: "a@example.com", first_name: "Old" })
        yield* call("POST", `/accounts/${account}/contacts`, { phone: "+14155550111" })
        yield* send([
          JSON.stringify({ email: "A@example.com", first_name: "Ada", email_consent: "subscribed" }),
          JSON.stringify({ email: "b@example.com", phone: "+14155550100", sms_consent: "subscribed", tags: ["old"] }),
          JSON.stringify({ email: "a@example.com", phone: "+14155550111" })
        ])
        yield* start
        yield* takeAll
        assert.deepInclude(yield* read, { imported: 3, failed: 0 })
        const { data } = (yield* call("GET", `/accounts/${account}/contacts`)).json
        assert.strictEqual(data.length, 3)
        const ada = data.find((contact: { email: string }) => contact.email?.toLowerCase() === "a@example.com")
        assert.deepInclude(ada, { first_name: "Ada", email_consent: "subscribed" })
        const causes = yield* sql<{ cause: string }>`SELECT DISTINCT cause FROM consent_log
        WHERE account_id = ${account} AND to_state = 'subscribed' ORDER BY cause`
        assert.deepStrictEqual(causes, [{ cause: "import" }])
        assert.deepStrictEqual(yield* sql`SELECT message_id FROM messages WHERE account_id = ${account}`, [])
      })
    )

    it.effect("can be cancelled, are limited to five at a time, and are visible to their account only", () =>
      Effect.gen(function* () {
        const { base, call, path, send, start } = yield* importer("busy")
        yield* send([order(1)])
        const another = { kind: "orders", file_name: "more.csv", file_size: 1, layout: "" }
        const made = yield* Effect.all(
          Array.from({ length: 8 }, () => call("POST", base, another)),
          { concurrency: 8 }
        )
        assert.deepStrictEqual(made.map(({ status }) => status).toSorted(), [201, 201, 201, 201, 422, 422, 422, 422])
        assert.strictEqual((yield* call("DELETE", path)).json.data.status, "cancelled")
        assert.strictEqual((yield* start).status, 422)
        assert.strictEqual((yield* call("POST", base, another)).status, 201)
        assert.strictEqual((yield* call("GET", base)).json.pagination.total_count, 6)
        const other = yield* ownerBrowser("nosy")
        assert.strictEqual((yield* other.call("GET", path)).status, 404)
        const foreign = path.replace(/acc_[^/]+/, other.account)
        assert.strictEqual((yield* other.call("GET", foreign)).status, 404)
        assert.strictEqual((yield* other.call("POST", `${foreign}/records`, { from: 0, records: [] })).status, 404)
      })
    )

    it.effect("are deleted after 30 days with their rows and files", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account, call, path, send } = yield* importer("old")
        yield* send([order(1)])
        yield* (yield* ImportQueue).purge
        assert.strictEqual((yield* call("GET", path)).status, 200)
        yield* sql`UPDATE imports SET created_at = created_at - interval '31 days' WHERE account_id = ${account}`
        yield* (yield* ImportQueue).purge
        assert.strictEqual((yield* call("GET", path)).status, 404)
        assert.deepStrictEqual(yield* sql`SELECT position FROM import_records WHERE account_id = ${account}`, [])
      })
    )
  },
  { excludeTestServices: true }
)
