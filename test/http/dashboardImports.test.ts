import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RunImports } from "../../src/programs/imports/RunImports.ts"
import { Imports } from "../../src/store/imports/Imports.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { OriginLayer } from "../support/http/http.ts"
import { ImportingLayer, ndjsonFile } from "../support/samples/imports.ts"
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

const encoder = new TextEncoder()

/** An owner with calls for the import of a file with these bodies of the API. */
const importer = Effect.fnUntraced(function* (
  name: string,
  bodies: ReadonlyArray<string>,
  kind: "orders" | "contacts" = "orders"
) {
  const file = encoder.encode(`${bodies.join("\n")}\n`)
  const owner = yield* ownerBrowser(name)
  const base = `/accounts/${owner.account}/imports`
  const made = yield* owner.call("POST", base, ndjsonFile(kind, file.length))
  const path = `${base}/${made.json.data.id}`
  const send = (from = 0, to = file.length, at = from) =>
    owner.call("PUT", `${path}/file?from=${at}`, file.subarray(from, to))
  const read = Effect.map(owner.call("GET", path), ({ json }) => json.data)
  return { ...owner, base, path, file, send, read, start: owner.call("POST", `${path}/start`) }
})

// Other tests of this suite leave no import running, so the claimed one belongs to this test.
const takeAll = Effect.flatMap(RunImports, ({ step }) => Effect.repeat(step, { until: (count) => count === 0 }))

onEither(
  "imports",
  Layer.merge(OriginLayer, ImportingLayer),
  (it) => {
    it.effect("import each order once, start no flows, and report the rows that failed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const bodies = [
          ...Array.from({ length: 130 }, (_, at) => order(at + 1)),
          order(1, { email: "=cmd@x", total: -1 }),
          "[]",
          order(2, { total: 12.5 })
        ]
        const { account, call, path, send, read, start } = yield* importer("orders", bodies)
        yield* call("POST", `/accounts/${account}/flows`, {
          name: "Thanks",
          definition: definitionOf([{ id: "s1", type: "delay", duration: "1 day" }])
        }).pipe(Effect.flatMap(({ json }) => call("POST", `/accounts/${account}/flows/${json.data.id}/activate`)))
        assert.strictEqual((yield* send()).json.data.received, 133)
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
          '"body","row","problem"',
          `"${(bodies[130] ?? "").replaceAll('"', '""')}","131","email: Must be an e-mail address; total: Must be a number, zero or more"`,
          '"[]","132","The body must be a JSON object"'
        ])
        assert.deepStrictEqual(yield* sql`SELECT position FROM import_records WHERE account_id = ${account}`, [])
      })
    )

    it.effect("resume an interrupted upload: each part counts once, a gap is refused", () =>
      Effect.gen(function* () {
        const bodies = Array.from({ length: 10 }, (_, at) => order(at + 1))
        const { send, start, read, call, path, file } = yield* importer("resumer", bodies)
        // The part ends within a record, which begins the next part.
        const first = (yield* send(0, 1_000)).json.data
        assert.isTrue(first.uploaded > 0 && first.uploaded < 1_000 && first.received < 10)
        assert.strictEqual(file[first.uploaded - 1], 10)
        assert.deepStrictEqual((yield* send(0, 1_000)).json.data, first)
        assert.strictEqual((yield* send(1_200)).status, 422)
        assert.strictEqual((yield* start).status, 422)
        assert.strictEqual((yield* send(first.uploaded)).json.data.received, 10)
        assert.strictEqual((yield* send(first.uploaded)).json.data.received, 10)
        yield* start
        yield* takeAll
        assert.deepInclude(yield* read, { status: "finished", imported: 10, failed: 0 })
        assert.strictEqual((yield* call("DELETE", path)).json.data.status, "finished")
      })
    )

    it.effect("refuse a part that is no text, has no whole record, is longer than the file, or is no file", () =>
      Effect.gen(function* () {
        const { send, call, path, file } = yield* importer("hostile", ["x".repeat(2_000)])
        const put = (bytes: Uint8Array) => call("PUT", `${path}/file?from=0`, bytes)
        const told = (answer: { json: { error: { details: ReadonlyArray<{ message: string }> } } }) =>
          answer.json.error.details[0]?.message
        assert.match(told(yield* send(0, 1_000)) ?? "", /^Row 1 is too long/)
        assert.match(told(yield* put(new Uint8Array(1_000).fill(255))) ?? "", /not UTF-8/)
        assert.match(told(yield* put(new Uint8Array(5_000).fill(65))) ?? "", /more than 2001 bytes/)
        assert.strictEqual((yield* call("PUT", `${path}/file?from=0`, {})).status, 415)
        assert.strictEqual((yield* put(new Uint8Array(600 * 1024))).status, 413)
        assert.strictEqual((yield* call("PUT", `${path}/file?from=x`, file)).status, 422)
      })
    )

    it.effect("continue in another process after the lease of a dead one ends, and count no row twice", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const queue = yield* Imports
        const { account, send, start, read } = yield* importer("survivor", [order(1), order(2)])
        yield* send()
        yield* start
        const lost = yield* queue.claim(64)
        assert.strictEqual(lost?.records.length, 2)
        assert.strictEqual(yield* queue.claim(64), undefined)
        yield* sql`UPDATE imports SET leased_until = (leased_until AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC' WHERE account_id = ${account}`
        yield* takeAll
        if (lost !== undefined) yield* queue.finish(lost, [{ position: 0, row: 2, issues: [], notes: [] }])
        assert.deepInclude(yield* read, { status: "finished", imported: 2, failed: 0 })
      })
    )

    it.effect("create and update contacts, and send no welcome texts", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const bodies = [
          JSON.stringify({ email: "A@example.com", first_name: "Ada", email_consent: "subscribed" }),
          JSON.stringify({ email: "b@example.com", phone: "+14155550100", sms_consent: "subscribed", tags: ["old"] }),
          JSON.stringify({ email: "a@example.com", phone: "+14155550111" })
        ]
        const { account, call, send, start, read } = yield* importer("people", bodies, "contacts")
        yield* call("POST", `/accounts/${account}/contacts`, { email: "a@example.com", first_name: "Old" })
        yield* call("POST", `/accounts/${account}/contacts`, { phone: "+14155550111" })
        yield* send()
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

    it.effect(
      "of orders lift no unsubscription and no suppression, whoever wrote it, but with a reason for the file",
      () =>
        Effect.gen(function* () {
          const left = ["unsubscribed", "suppressed"]
          const bodies = [...left, "new"].map((name, at) =>
            order(at + 1, {
              email: `${name}@example.com`,
              accepts_email_marketing: true,
              order_date: new Date().toISOString()
            })
          )
          const { account, call, base, file, send, start } = yield* importer("refuser", bodies)
          for (const state of left) {
            yield* call("POST", `/accounts/${account}/contacts`, {
              email: `${state}@example.com`,
              email_consent: state
            })
          }
          const states = Effect.map(call("GET", `/accounts/${account}/contacts`), ({ json }) =>
            json.data
              .map((one: { email: string; email_consent: string }) => `${one.email} ${one.email_consent}`)
              .toSorted()
          )
          yield* send()
          yield* start
          yield* takeAll
          const ends = (...consents: ReadonlyArray<string>) =>
            ["new", "suppressed", "unsubscribed"].map((name, at) => `${name}@example.com ${consents[at]}`)
          assert.deepStrictEqual(yield* states, ends("subscribed", "suppressed", "unsubscribed"))
          const withReason = { ...ndjsonFile("orders", file.length), lift_reason: "They asked at the till" }
          const again = yield* call("POST", base, withReason)
          yield* call("PUT", `${base}/${again.json.data.id}/file?from=0`, file)
          yield* call("POST", `${base}/${again.json.data.id}/start`)
          yield* takeAll
          assert.deepStrictEqual(yield* states, ends("subscribed", "subscribed", "subscribed"))
          const sql = yield* SqlClient.SqlClient
          const lines = yield* sql`SELECT rule, cause, refused, proof::json ->> 'reason' AS reason FROM consent_log
          WHERE account_id = ${account} AND cause = 'import' ORDER BY rule, refused`
          assert.deepStrictEqual(lines, [
            ...left.map(() => ({ rule: "import_keeps_withdrawal", cause: "import", refused: true, reason: null })),
            ...left.map(() => ({
              rule: "import_lifts_withdrawal",
              cause: "import",
              refused: false,
              reason: "They asked at the till"
            }))
          ])
        })
    )

    it.effect("can be cancelled, are limited to five at a time, and are visible to their account only", () =>
      Effect.gen(function* () {
        const { base, call, path, send, start } = yield* importer("busy", [order(1)])
        yield* send()
        const another = ndjsonFile("orders")
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
        assert.strictEqual((yield* other.call("PUT", `${foreign}/file?from=0`, encoder.encode("{}"))).status, 404)
      })
    )

    it.effect("are deleted after 30 days with their rows and files", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account, call, path, send } = yield* importer("old", [order(1)])
        yield* send()
        yield* (yield* Imports).purge
        assert.strictEqual((yield* call("GET", path)).status, 200)
        yield* sql`UPDATE imports SET created_at = (created_at AT TIME ZONE 'UTC' - interval '31 days') AT TIME ZONE 'UTC' WHERE account_id = ${account}`
        yield* (yield* Imports).purge
        assert.strictEqual((yield* call("GET", path)).status, 404)
        assert.deepStrictEqual(yield* sql`SELECT position FROM import_records WHERE account_id = ${account}`, [])
      })
    )
  },
  { excludeTestServices: true }
)
