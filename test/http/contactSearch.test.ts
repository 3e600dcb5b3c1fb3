import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { seedToken } from "../support/database/seed.ts"
import { onEitherOverSocket, Origin, post } from "../support/http/http.ts"

/** An owner's account with contacts, and a search of it that gives the e-mails found. */
const shop = Effect.fnUntraced(function* (name: string, contacts: ReadonlyArray<object> = []) {
  const { call, account } = yield* ownerBrowser(name)
  const path = `/accounts/${account}/contacts`
  const ids = yield* Effect.forEach(contacts, (body) =>
    Effect.map(call("POST", path, body), ({ json }) => String(json.data.id))
  )
  const list = (query: string) => call("GET", `${path}?${query}`)
  const search = (text: string, more = "") =>
    Effect.map(list(`search=${encodeURIComponent(text)}${more}`), ({ json }) =>
      json.data.map((contact: { email: string }) => contact.email)
    )
  return { call, account, path, ids, list, search }
})

const people = [
  { email: "ada.lovelace@example.com", first_name: "Ada", last_name: "Lovelace", phone: "+14155552671" },
  { email: "Customer178@shop.example", first_name: "Zoë", last_name: "O'Brien" },
  { email: "li@example.com", first_name: "Иван", last_name: "Li", email_consent: "subscribed" }
]

onEitherOverSocket("the search of contacts", (it) => {
  it.effect("finds parts of e-mail, phone and name, whatever the case and accents", () =>
    Effect.gen(function* () {
      const { search } = yield* shop("searcher", people)
      const [ada = {}, zoe = {}, li = {}] = people.map(({ email }) => [email])
      for (const text of ["lovelace", "ADA love", "lace@exam", "555-2671", "+1 (415) 555 2671", "4155552671"]) {
        assert.deepStrictEqual(yield* search(text), ada, text)
      }
      for (const text of ["customer178", "178", "zoe", "OBrien", "o’brien zo", "@shop.example"]) {
        assert.deepStrictEqual(yield* search(text), zoe, text)
      }
      for (const text of ["Li", "иван", "ИВАН li"]) assert.deepStrictEqual(yield* search(text), li, text)
      for (const text of ["ada zoe", "%", "lovelacex", "_da", "'"]) {
        assert.deepStrictEqual(yield* search(text), text === "'" ? people.map(({ email }) => email).toReversed() : [])
      }
    })
  )

  it.effect("holds with the other filters, newest first, with totals and pages", () =>
    Effect.gen(function* () {
      const { search, list } = yield* shop("pager", people)
      assert.deepStrictEqual(yield* search("example", "&email_consent=subscribed"), ["li@example.com"])
      const first = (yield* list("search=example&per_page=2")).json
      assert.strictEqual(first.pagination.total_count, 3)
      const emails = first.data.map(({ email }: { email: string }) => email)
      assert.deepStrictEqual(emails, ["li@example.com", "Customer178@shop.example"])
      const next = (yield* list(`search=example&per_page=2&cursor=${first.pagination.next_cursor}`)).json
      assert.deepStrictEqual(
        next.data.map(({ email }: { email: string }) => email),
        ["ada.lovelace@example.com"]
      )
      assert.strictEqual((yield* list(`search=exam&cursor=${first.pagination.next_cursor}`)).status, 422)
      assert.strictEqual((yield* list(`search=${"x".repeat(201)}`)).status, 422)
    })
  )

  it.effect("follows corrections, merges and orders, and never finds a former address or an erased contact", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account, path, ids, search } = yield* shop("corrector", people)
      yield* call("PATCH", `${path}/${ids[0]}`, { email: "countess@example.com", last_name: "Byron" })
      assert.deepStrictEqual(yield* search("lovelace"), [])
      assert.deepStrictEqual(yield* search("byron"), ["countess@example.com"])
      const token = yield* seedToken(account, { scopes: ["orders_write", "contacts_write"] })
      const origin = yield* Origin
      yield* post(`${origin}/v1/orders/placed`, token, {
        order_id: 1,
        email: "grace@example.com",
        total: 1,
        currency: "USD",
        order_date: "2026-11-01T00:00:00Z",
        shipping_address: { name: "Grace Hopper" }
      })
      assert.deepStrictEqual(yield* search("hopper"), ["grace@example.com"])
      yield* post(`${origin}/v1/contacts/${ids[0]}/merge`, token, { from: ids[1] })
      assert.deepStrictEqual(yield* search("customer178"), [])
      yield* call("DELETE", `${path}/${ids[0]}`)
      assert.deepStrictEqual(yield* search("countess"), [])
      const left = yield* sql`SELECT contact_id FROM contact_search WHERE account_id = ${account}
        AND NOT EXISTS (SELECT FROM contacts c WHERE c.account_id = ${account} AND c.contact_id = contact_search.contact_id)
        ORDER BY 1 LIMIT 10`
      assert.deepStrictEqual(left, [])
    })
  )

  it.effect("finds contacts of its own account alone", () =>
    Effect.gen(function* () {
      const own = yield* shop("owner-of-one", people)
      const other = yield* shop("owner-of-none")
      assert.lengthOf(yield* own.search("lovelace"), 1)
      for (const text of ["lovelace", "l", "ada@ada", "+14155552671"]) {
        const { data, pagination } = (yield* other.list(`search=${encodeURIComponent(text)}`)).json
        assert.deepStrictEqual([data, pagination.total_count], [[], 0], text)
      }
    })
  )

  it.effect("reads the index of pieces, also of an account with most of the contacts", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account } = yield* shop("planner")
      yield* sql`INSERT INTO contact_search (account_id, contact_id, words)
        SELECT ${account}, 'con_' || n, ' c' || n || '@example.com' FROM generate_series(1, 5000) n`
      yield* sql`ANALYZE contact_search`
      const plan = yield* sql<{ readonly "QUERY PLAN": string }>`EXPLAIN SELECT s.contact_id FROM contact_search s
        WHERE s.account_id = ${account} AND position('c417' IN s.words) > 0
          AND search_grams(s.account_id, s.words) @> search_grams(${account}, 'c41')
          AND search_grams(s.account_id, s.words) @> search_grams(${account}, '417')`
      assert.include(plan.map((row) => row["QUERY PLAN"]).join("\n"), "contact_search_grams")
    })
  )
})
