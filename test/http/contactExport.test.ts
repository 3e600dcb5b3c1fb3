import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeClient } from "../../src/client.ts"
import { keptDataTitles } from "../../src/domain/contacts/keptData.ts"
import { dataMap, type TableData } from "../../src/store/personalData/DataMap.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { seedAccount, seedToken } from "../support/database/seed.ts"
import { onEitherOverSocket, Origin, post } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedPersonEverywhere, tracesLeft } from "../support/samples/person.ts"

onEitherOverSocket("the export of a contact", (it) => {
  it.effect("has every row that is kept of the person, to the digit, and none of anybody else", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("export")
      const token = yield* seedToken(account, { scopes: ["orders_write", "events_write"] })
      const origin = yield* Origin
      for (const email of ["ada@example.com", "other@example.com"]) {
        const order = orderBody({ order_id: email === "ada@example.com" ? 1 : 2, email, accepts_email_marketing: true })
        yield* post(`${origin}/v1/orders/placed`, token, order)
        yield* post(`${origin}/v1/events`, token, `{"event_type":"seen","email":"${email}","event_data":{"size":1.50}}`)
      }
      const { data } = (yield* call("GET", `/accounts/${account}/contacts?email=ada@example.com`)).json
      const answer = yield* call("GET", `/accounts/${account}/contacts/${data[0].id}/export`)
      assert.match(answer.headers.get("content-disposition") ?? "", /^attachment/)
      assert.notInclude(answer.text, "other@example.com")
      assert.include(answer.text, '{"size":1.50}')
      const { contacts, orders, events, consent_log } = answer.json.data
      assert.deepStrictEqual(
        [contacts, orders, events].map(({ length }) => length),
        [1, 1, 1]
      )
      assert.strictEqual(orders[0].email, "ada@example.com")
      assert.isAbove(consent_log.length, 0)
    })
  )

  it.effect("has every table of the data map with a row of the person, and all that erasure would remove", () =>
    Effect.gen(function* () {
      const { call, contact_id } = yield* seedPersonEverywhere
      const { json, text } = yield* call(`/contacts/${contact_id}/export`)
      const mapped = Object.entries<TableData>(dataMap).filter(([, { found }]) => found !== "none" && found !== "hash")
      assert.deepStrictEqual(
        Object.keys(json.data),
        mapped.map(([table]) => table)
      )
      const { tables } = yield* tracesLeft
      assert.isAbove(tables.length, 10)
      const exported = new Set(mapped.map(([table]) => table))
      const ofPerson = tables.filter((table) => exported.has(table))
      for (const table of [...ofPerson, "webhook_attempts"]) assert.isNotEmpty(json.data[table], table)
      assert.notInclude(text, "other@example.com")
      assert.strictEqual(json.data.import_records.length, 3)
      assert.deepStrictEqual(json.truncated, [])
    })
  )

  it.effect("is also a page with a section, in words, for every table with a row of the person", () =>
    Effect.gen(function* () {
      const { call, contact_id } = yield* seedPersonEverywhere
      const { json } = yield* call(`/contacts/${contact_id}/export`)
      const page = yield* call(`/contacts/${contact_id}/data-page`)
      assert.strictEqual(page.status, 200)
      assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'/)
      const tables = Object.entries<ReadonlyArray<unknown>>(json.data).filter(([, rows]) => rows.length > 0)
      assert.isAbove(tables.length, 10)
      for (const [table, rows] of tables) {
        const title = keptDataTitles[table]
        assert.include(page.text, `<section id="${table}"><h2>${title} (${rows.length})</h2>`)
      }
      const mapped = Object.entries<TableData>(dataMap).filter(([, { found }]) => found !== "none" && found !== "hash")
      assert.sameMembers(
        Object.keys(keptDataTitles),
        mapped.map(([table]) => table)
      )
      assert.notInclude(page.text, "other@example.com")
    })
  )

  it.effect("names the tables with more rows than it takes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account_id, contact_id } = yield* seedPersonEverywhere
      yield* sql`INSERT INTO contact_notes (account_id, note_id, contact_id, author_id, note, created_at)
        SELECT ${account_id}, 'more_' || n, ${contact_id}, 'usr_1', 'called', now() FROM generate_series(1, 10000) n`
      const { json } = yield* call(`/contacts/${contact_id}/export`)
      assert.deepStrictEqual([json.data.contact_notes.length, json.truncated], [10_000, ["contact_notes"]])
      yield* sql`UPDATE contact_notes SET note = repeat('x', 40000)
        WHERE account_id = ${account_id} AND note_id LIKE 'more_1%'`
      const { text } = yield* call(`/contacts/${contact_id}/export`)
      assert.isBelow(text.length, 33 * 1024 * 1024)
    })
  )

  it.effect("is not found for a contact of another account, and is typed in the client", () =>
    Effect.gen(function* () {
      const { contact_id } = yield* seedPersonEverywhere
      const { token } = yield* seedAccount({ scopes: ["contacts_read", "contacts_write"] })
      const client = yield* makeClient({ baseUrl: yield* Origin, token })
      const refused = yield* Effect.flip(client.contacts.export({ params: { id: contact_id } }))
      assert.strictEqual(refused._tag, "NotFound")
      const { data } = yield* client.contacts.create({ headers: {}, payload: { email: "ada@example.com" } })
      const own = yield* client.contacts.export({ params: { id: data.id } })
      assert.lengthOf(own.data["contacts"] ?? [], 1)
    })
  )
})
