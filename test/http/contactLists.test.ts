import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contactCaller } from "../support/samples/contacts.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

type Caller = Effect.Success<ReturnType<typeof contactCaller>>

const idsOf = (json: { readonly data: ReadonlyArray<{ readonly id: string }> }) => json.data.map(({ id }) => id)

const fill = (caller: Caller, count: number, body: (at: number) => object = () => ({})) =>
  Effect.forEach(Array.from({ length: count }).keys(), (at) =>
    caller.create({ email: `p${at}@example.com`, ...body(at) })
  )

/** All ids of a list, read by cursor; `between` runs after each page. */
const readAll = Effect.fnUntraced(function* <E, R>(
  { call }: Caller,
  query: string,
  between: Effect.Effect<unknown, E, R>
) {
  const readIds: Array<string> = []
  let cursor: string | null = ""
  while (cursor !== null) {
    const path: string = `/contacts?${query}${cursor === "" ? "" : `&cursor=${cursor}`}`
    const { json, status } = yield* call(path)
    assert.strictEqual(status, 200)
    readIds.push(...idsOf(json))
    cursor = json.pagination.next_cursor
    yield* between
  }
  return readIds
})

onEitherOverSocket("lists of contacts", (it) => {
  it.effect("are paged newest first, with exact totals", () =>
    Effect.gen(function* () {
      const caller = yield* contactCaller()
      const ids = (yield* fill(caller, 7)).reverse()
      const page = (yield* caller.call("/contacts?page=2&per_page=3")).json
      assert.deepStrictEqual(idsOf(page), ids.slice(3, 6))
      const { next_cursor, ...rest } = page.pagination
      assert.deepStrictEqual(rest, { page: 2, per_page: 3, total_count: 7, total_pages: 3 })
      const last = (yield* caller.call(`/contacts?per_page=3&cursor=${next_cursor}`)).json
      assert.deepStrictEqual(idsOf(last), ids.slice(6))
      assert.deepStrictEqual(last.pagination, {
        page: 3,
        per_page: 3,
        total_count: 7,
        total_pages: 3,
        next_cursor: null
      })
      assert.deepStrictEqual((yield* caller.call("/contacts?page=9")).json.data, [])
    })
  )

  it.effect("apply each filter and every combination of filters, with exact totals", () =>
    Effect.gen(function* () {
      const caller = yield* contactCaller()
      const emails = ["subscribed", "unsubscribed", "suppressed"]
      const ids = yield* fill(caller, 9, (at) => ({
        email_consent: emails[at % 3],
        ...(at < 6 ? { phone: `+1415555267${at}`, sms_consent: "subscribed" } : {})
      }))
      const since = (yield* caller.call(`/contacts/${ids[8]}`)).json.data.updated_at
      yield* caller.patch(String(ids[0]), { first_name: "Late" })
      const found = (query: string) =>
        Effect.map(caller.call(`/contacts?${query}`), ({ json }) => [
          json.pagination.total_count,
          ...idsOf(json).map((id) => ids.indexOf(id))
        ])
      assert.deepStrictEqual(yield* found("email=P4@EXAMPLE.com"), [1, 4])
      assert.deepStrictEqual(yield* found("phone=%2B14155552672"), [1, 2])
      assert.deepStrictEqual(yield* found("phone=+14155552672"), [1, 2])
      assert.deepStrictEqual(yield* found("phone=(415)%20555-2672"), [1, 2])
      assert.deepStrictEqual(yield* found("email_consent=suppressed"), [3, 8, 5, 2])
      assert.deepStrictEqual(yield* found("sms_consent=subscribed"), [6, 5, 4, 3, 2, 1, 0])
      assert.deepStrictEqual(yield* found("sms_consent=subscribed&email_consent=suppressed"), [2, 5, 2])
      assert.deepStrictEqual(yield* found("email=p4@example.com&email_consent=suppressed"), [0])
      assert.deepStrictEqual(yield* found("email_consent=compliance_suppressed"), [0])
      assert.deepStrictEqual(yield* found(`updated_since=${since}`), [2, 8, 0])
      assert.deepStrictEqual(yield* found(`updated_since=${since}&email_consent=subscribed`), [1, 0])
    })
  )

  it.effect("report all unknown, repeated, retired and malformed parameters at once", () =>
    Effect.gen(function* () {
      const { call } = yield* contactCaller()
      const query =
        "email_permission=subscribed&phone_permission=x&colour=red&page=0&per_page=101&email=a@b.co&email=c@d.co&email_consent=non_subscribed&updated_since=today"
      const { status, json } = yield* call(`/contacts?${query}`)
      assert.strictEqual(status, 422)
      const totalsByFilter = new Map(
        json.error.details.map((issue: { field: string; message: string }) => [issue.field, issue.message])
      )
      assert.deepStrictEqual([...totalsByFilter.keys()].sort(), [
        "colour",
        "email",
        "email_consent",
        "email_permission",
        "page",
        "per_page",
        "phone_permission",
        "updated_since"
      ])
      assert.include(totalsByFilter.get("email_permission"), "email_consent")
      assert.include(totalsByFilter.get("phone_permission"), "sms_consent")
      assert.include(totalsByFilter.get("email_consent"), "never_subscribed")
    })
  )

  it.effect("refuse a cursor that was changed, or was made for other filters or another account", () =>
    Effect.gen(function* () {
      const caller = yield* contactCaller()
      const other = yield* contactCaller()
      yield* fill(caller, 3)
      const cursor: string = (yield* caller.call("/contacts?per_page=1")).json.pagination.next_cursor
      const status = (path: string, by = caller) => Effect.map(by.call(path), (answer) => answer.status)
      assert.strictEqual(yield* status(`/contacts?per_page=2&cursor=${cursor}`), 200)
      for (const at of cursor.split("").keys()) {
        const turned = cursor[at] === "A" ? "B" : "A"
        const tampered = cursor.slice(0, at) + turned + cursor.slice(at + 1)
        assert.strictEqual(yield* status(`/contacts?cursor=${tampered}`), 422, `at ${at}`)
      }
      assert.strictEqual(yield* status(`/contacts?cursor=`), 422)
      assert.strictEqual(yield* status(`/contacts?cursor=${cursor.slice(0, -1)}`), 422)
      assert.strictEqual(yield* status(`/contacts?cursor=${cursor}&page=2`), 422)
      assert.strictEqual(yield* status(`/contacts?cursor=${cursor}&email_consent=subscribed`), 422)
      assert.strictEqual(yield* status(`/contacts?cursor=${cursor}`, other), 422)
    })
  )

  it.effect("show every remaining contact exactly once by cursor while others are created and deleted", () =>
    Effect.gen(function* () {
      for (const query of [
        "per_page=3",
        "per_page=3&email_consent=subscribed",
        "per_page=3&updated_since=2020-01-01T00:00:00Z"
      ]) {
        const caller = yield* contactCaller()
        const ids = yield* fill(caller, 20, () => ({ email_consent: "subscribed" }))
        const doomed = ids.filter((_, at) => at % 3 === 1)
        const left = [...doomed]
        let made = 0
        const churn = Effect.gen(function* () {
          const id = left.pop()
          if (id !== undefined) yield* caller.call(`/contacts/${id}`, { method: "DELETE" })
          yield* caller.create({ email: `new${made++}@example.com`, email_consent: "subscribed" })
          yield* caller.patch(String(ids[0]), { first_name: `n${made}` })
        })
        const readIds = yield* readAll(caller, query, churn)
        assert.strictEqual(new Set(readIds).size, readIds.length, query)
        for (const id of ids) if (!doomed.includes(id)) assert.include(readIds, id, query)
      }
    })
  )

  it.effect("keep totals equal to a count after concurrent writes of every kind", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const caller = yield* contactCaller()
      const { account_id, call, patch, create } = caller
      const states = ["subscribed", "unsubscribed", "suppressed", "never_subscribed"]
      yield* Effect.forEach(
        Array.from({ length: 40 }).keys(),
        (at) =>
          Effect.gen(function* () {
            yield* call("/orders/placed", {
              body: {
                order_id: at + 1,
                email: `o${at % 10}@example.com`,
                total: 1,
                currency: "USD",
                order_date: "2026-11-01T00:00:00Z",
                accepts_email_marketing: at % 2 === 0
              }
            })
            const id = yield* create({ email: `p${at}@example.com` })
            yield* patch(id, { email_consent: states[at % 4] })
            if (at % 5 === 0) yield* call(`/contacts/${id}`, { method: "DELETE" })
          }),
        { concurrency: 16 }
      )
      const counted = yield* sql<{ state: string; total: number }>`
        SELECT email_consent AS state, count(*)::int AS total FROM contacts WHERE account_id = ${account_id} GROUP BY 1`
      for (const { state, total } of counted) {
        assert.strictEqual((yield* call(`/contacts?email_consent=${state}`)).json.pagination.total_count, total, state)
      }
      assert.strictEqual((yield* call("/contacts")).json.pagination.total_count, 42)
    })
  )
})
