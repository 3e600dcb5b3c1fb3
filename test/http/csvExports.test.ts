import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket } from "../support/http/http.ts"
import { newMessage, seedContact } from "../support/messages/messages.ts"

const linesOf = (text: string) => text.split("\r\n").slice(0, -1)

onEitherOverSocket("the exports of lists", (it) => {
  it.effect("have a line for each row of their filter, with cells that spreadsheets read as text", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("csv")
      yield* sql`INSERT INTO orders (account_id, order_id, email, phone, total, currency, financial_status, placed_at, deliveries,
          created_at, updated_at)
        SELECT ${account}, n, '=cmd@example.com', '+14155552671', 10.50, 'USD', CASE WHEN n = 2 THEN 'paid' ELSE 'refunded' END,
          date_trunc('milliseconds', now()), 0, now(), now() FROM generate_series(1, 450) n`
      const path = `/accounts/${account}`
      const orders = yield* call("GET", `${path}/order-export`)
      assert.match(orders.headers.get("content-type") ?? "", /^text\/csv/)
      const ids = linesOf(orders.text).map((line) => line.split(",")[0])
      assert.match(ids[0] ?? "", /order_id$/)
      assert.strictEqual(new Set(ids).size, 451)
      const [, paid = "", ...more] = linesOf((yield* call("GET", `${path}/order-export?financial_status=paid`)).text)
      assert.match(paid, /^"2",.*"'=cmd@example.com","'\+14155552671",10.50,USD,/)
      assert.lengthOf(more, 0)
      const contact = yield* seedContact(account)
      const messages = yield* Effect.provide(Messages, Messages.layer)
      for (const key of ["a", "b"]) {
        yield* messages.record([newMessage(contact, { key, step_id: key, subject: "=HYPERLINK(1)" })])
      }
      const listed = linesOf((yield* call("GET", `${path}/message-export?status=queued`)).text)
      assert.lengthOf(listed, 3)
      assert.match(listed[1] ?? "", /^msg_.*"'=HYPERLINK\(1\)"/)
      assert.lengthOf(linesOf((yield* call("GET", `${path}/message-export?status=held`)).text), 1)
      assert.strictEqual((yield* call("GET", `${path}/message-export?status=x`)).status, 422)
      yield* sql`INSERT INTO contacts (account_id, contact_id, email, email_key, first_name, email_consent, sms_consent, order_count,
          created_at, updated_at)
        SELECT ${account}, 'con_' || lpad(n::text, 26, '0'), n || '@example.com', n || '@example.com', '=cmd', 'subscribed',
          'never_subscribed', n % 2, now(), now() FROM generate_series(1, 900) n`
      const conditions = [[{ field: "contact.order_count", op: "eq", value: 1 }]]
      const segment = yield* call("POST", `${path}/segments`, { name: "Buyers", conditions })
      const members = `${path}/segments/${segment.json.data.id}/export`
      const buyers = linesOf((yield* call("GET", members)).text).map((line) => line.split(","))
      assert.lengthOf(buyers, 451)
      assert.strictEqual(new Set(buyers.map(([id]) => id)).size, 451)
      assert.deepStrictEqual(buyers[1]?.slice(0, 4), [
        "con_00000000000000000000000899",
        '"899@example.com"',
        "",
        '"\'=cmd"'
      ])
      assert.strictEqual((yield* call("GET", `${path}/segments/seg_none/export`)).status, 404)
      const other = yield* ownerBrowser("csv-other")
      assert.lengthOf(linesOf((yield* other.call("GET", `/accounts/${other.account}/order-export`)).text), 1)
      assert.strictEqual((yield* other.call("GET", `${path}/order-export`)).status, 404)
      assert.strictEqual((yield* other.call("GET", members)).status, 404)
      const foreign = `/accounts/${other.account}/segments/${segment.json.data.id}/export`
      assert.strictEqual((yield* other.call("GET", foreign)).status, 404)
    })
  )
})
