import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { type ApiResponse, onEitherOverSocket } from "../support/http/http.ts"
import { newMessage, seedContact } from "../support/messages/messages.ts"

/** An owner's account, and the ids of a list: all of them, read page by page. */
const shop = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const { call, account } = yield* ownerBrowser(name)
  const list = (path: string) => call("GET", `/accounts/${account}/${path}`)
  const readAll = Effect.fnUntraced(function* (path: string) {
    const ids: Array<string> = []
    let cursor: string | null = ""
    while (cursor !== null) {
      const { json, status }: ApiResponse = yield* list(`${path}&per_page=3${cursor === "" ? "" : `&cursor=${cursor}`}`)
      assert.strictEqual(status, 200)
      ids.push(...json.data.map(({ id }: { readonly id: string }) => id))
      cursor = json.pagination.next_cursor
    }
    return ids
  })
  return { sql, call, account, list, readAll }
})

const onDay = (day: number) => `2026-03-0${day}T12:00:00Z`
// Many contacts have the same last order, some none.
const days = [3, null, 1, 3, 3, 1, null, 3, 2, 3]

const shopWithContacts = Effect.fnUntraced(function* (name: string) {
  const made = yield* shop(name)
  const contacts = days.map((day, at) => ({ id: `con_${String(at).padStart(26, "0")}`, day, at }))
  yield* Effect.forEach(
    contacts,
    ({ id, day, at }) => made.sql`
      INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, last_order_at, created_at,
        updated_at)
      VALUES (${made.account}, ${id}, ${`p${at}@example.com`}, ${`p${at}@example.com`}, ${at % 2 === 0 ? "subscribed" : "unsubscribed"},
        'never_subscribed', 0, ${day === null ? null : onDay(day)}::timestamptz, now(), now())`
  )
  yield* made.sql`INSERT INTO contact_search (account_id, contact_id, words)
    SELECT account_id, contact_id, ' ' || email FROM contacts
    WHERE account_id = ${made.account} ON CONFLICT DO NOTHING`
  const byLastOrder = contacts.toSorted((a, b) => (b.day ?? 0) - (a.day ?? 0) || b.at - a.at).map(({ id }) => id)
  return { ...made, ids: contacts.map(({ id }) => id), byLastOrder }
})

onEitherOverSocket("sorted lists", (it) => {
  it.effect("give each contact once over all pages, also with equal last orders and without any", () =>
    Effect.gen(function* () {
      const { readAll, ids, byLastOrder } = yield* shopWithContacts("contact-sorter")
      for (const filter of ["", "&search=example"]) {
        assert.deepStrictEqual(yield* readAll(`contacts?sort=created_at${filter}`), ids)
        assert.deepStrictEqual(yield* readAll(`contacts?sort=-created_at${filter}`), ids.toReversed())
        assert.deepStrictEqual(yield* readAll(`contacts?sort=-last_order_at${filter}`), byLastOrder)
        assert.deepStrictEqual(yield* readAll(`contacts?sort=last_order_at${filter}`), byLastOrder.toReversed())
      }
    })
  )

  it.effect("keep their order under filters", () =>
    Effect.gen(function* () {
      const { readAll, list, ids, byLastOrder } = yield* shopWithContacts("filter-sorter")
      const subscribed = byLastOrder.filter((id) => ids.indexOf(id) % 2 === 0)
      for (const filter of ["email_consent=subscribed", "email_consent=subscribed&search=example"]) {
        assert.deepStrictEqual(yield* readAll(`contacts?sort=-last_order_at&${filter}`), subscribed)
        assert.deepStrictEqual(yield* readAll(`contacts?sort=last_order_at&${filter}`), subscribed.toReversed())
        assert.deepStrictEqual(yield* readAll(`contacts?sort=created_at&${filter}`), subscribed.toSorted())
      }
      const second = yield* list("contacts?sort=-last_order_at&page=2&per_page=4")
      assert.deepStrictEqual(
        second.json.data.map(({ id }: { readonly id: string }) => id),
        byLastOrder.slice(4, 8)
      )
    })
  )

  it.effect("take no cursor of another order, and no unknown column", () =>
    Effect.gen(function* () {
      const { list } = yield* shopWithContacts("cursor-sorter")
      const { next_cursor } = (yield* list("contacts?sort=-last_order_at&per_page=2")).json.pagination
      const status = (query: string) => Effect.map(list(query), (answer) => answer.status)
      assert.strictEqual(yield* status(`contacts?sort=-last_order_at&per_page=2&cursor=${next_cursor}`), 200)
      assert.strictEqual(yield* status(`contacts?sort=last_order_at&per_page=2&cursor=${next_cursor}`), 422)
      assert.strictEqual(yield* status(`contacts?per_page=2&cursor=${next_cursor}`), 422)
      for (const path of ["contacts", "orders", "messages", "flows", "segments", "campaigns"]) {
        assert.strictEqual(yield* status(`${path}?sort=secret`), 422, path)
        assert.strictEqual(yield* status(`${path}?sort=-`), 422, path)
      }
    })
  )

  it.effect("read a page of contacts by last order from an index", () =>
    Effect.gen(function* () {
      const { sql, account } = yield* shop("plan-sorter")
      yield* sql`INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, order_count, last_order_at,
          created_at, updated_at)
        SELECT ${account}, 'con_' || n, n || '@example.com', n || '@example.com', 'subscribed', 'never_subscribed', 0,
          now() - n * interval '1 minute', now(), now() FROM generate_series(1, 5000) n`
      yield* sql`ANALYZE contacts`
      const lines = yield* sql<{ readonly "QUERY PLAN": string }>`
        EXPLAIN SELECT contact_id FROM contacts WHERE account_id = ${account}
          AND (coalesce(last_order_at, '-infinity'::timestamptz), contact_id) < (now(), 'con_z')
        ORDER BY coalesce(last_order_at, '-infinity'::timestamptz) DESC, contact_id DESC LIMIT 26`
      const plan = lines.map((line) => line["QUERY PLAN"]).join("\n")
      assert.include(plan, "contacts_last_order")
      assert.notInclude(plan, "Sort")
    })
  )

  it.effect("give each order once over all pages, also of one moment", () =>
    Effect.gen(function* () {
      const { sql, account, readAll } = yield* shop("order-sorter")
      yield* sql`INSERT INTO orders (account_id, order_id, total, currency, placed_at, deliveries, created_at, updated_at)
        SELECT ${account}, n, 1, 'USD', ${onDay(1)}::timestamptz - (n % 3) * interval '1 day', 0, now(), now() FROM generate_series(1, 10) n`
      const numbers = Array.from({ length: 10 }, (_, at) => String(at + 1))
      const byTime = numbers.toSorted((a, b) => (Number(b) % 3) - (Number(a) % 3) || Number(a) - Number(b))
      assert.deepStrictEqual(yield* readAll("orders?sort=placed_at"), byTime)
      assert.deepStrictEqual(yield* readAll("orders?sort=-placed_at"), byTime.toReversed())
      assert.deepStrictEqual(yield* readAll("orders?"), byTime.toReversed())
      assert.deepStrictEqual(yield* readAll("orders?sort=id"), numbers)
      assert.deepStrictEqual(yield* readAll("orders?sort=-id"), numbers.toReversed())
    })
  )

  it.effect("give messages oldest first or newest first", () =>
    Effect.gen(function* () {
      const { account, readAll } = yield* shop("message-sorter")
      const contact = yield* seedContact(account)
      const messages = yield* Effect.provide(Messages, Messages.layer)
      for (const key of ["a", "b", "c", "d"]) yield* messages.record([newMessage(contact, { key, step_id: key })])
      const newest = yield* readAll("messages?")
      assert.strictEqual(newest.length, 4)
      assert.deepStrictEqual(yield* readAll("messages?sort=-created_at"), newest)
      assert.deepStrictEqual(yield* readAll("messages?sort=created_at"), newest.toReversed())
    })
  )

  it.effect("give segments, campaigns and flows by name without case, by time, and by a part of the name", () =>
    Effect.gen(function* () {
      const { sql, call, account, list } = yield* shop("name-sorter")
      for (const name of ["beta", "Alpha", "Gamma"]) {
        yield* call("POST", `/accounts/${account}/segments`, { name, conditions: [] })
        yield* call("POST", `/accounts/${account}/campaigns`, { name, channel: "email" })
      }
      // The flows that every account has.
      yield* list("flows")
      yield* sql`UPDATE flows SET updated_at = (updated_at AT TIME ZONE 'UTC' + interval '1 day') AT TIME ZONE 'UTC'
        WHERE account_id = ${account} AND name = 'First order welcome'`
      const names = (path: string) =>
        Effect.map(list(path), ({ json }) => json.data.map(({ name }: { readonly name: string }) => name))
      for (const path of ["segments", "campaigns"]) {
        assert.deepStrictEqual(yield* names(`${path}?sort=name`), ["Alpha", "beta", "Gamma"])
        assert.deepStrictEqual(yield* names(`${path}?sort=-name&per_page=2&page=2`), ["Alpha"])
        assert.deepStrictEqual(yield* names(`${path}?sort=created_at`), ["beta", "Alpha", "Gamma"])
        assert.deepStrictEqual(yield* names(`${path}?sort=-updated_at`), ["Gamma", "Alpha", "beta"])
        assert.deepStrictEqual(yield* names(`${path}?search=PH`), ["Alpha"])
        assert.deepStrictEqual(yield* names(`${path}?search=%25`), [])
      }
      const flows = ["First order welcome", "Thank you after delivery"]
      assert.deepStrictEqual(yield* names("flows?sort=name"), flows)
      assert.deepStrictEqual(yield* names("flows?sort=-name"), flows.toReversed())
      assert.deepStrictEqual(yield* names("flows?sort=-updated_at"), flows)
      assert.deepStrictEqual(yield* names("flows?search=delivery"), ["Thank you after delivery"])
    })
  )
})
