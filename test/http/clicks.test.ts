import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hiddenLink } from "../../src/outbound/templates/hiddenLink.ts"
import { composeMail } from "../../src/outbound/email/composeMail.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { englishWords } from "../../src/domain/languages/messageWords.ts"
import { emptyProfile } from "../../src/domain/senders/SenderProfile.ts"
import { Origin, onEitherOverSocket, post, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { newMessage, seedContact } from "../support/messages/messages.ts"
import { seedAccount } from "../support/database/seed.ts"

const browser = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15"

/** Two mails to a contact, both sent an hour ago. */
const sentMails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const origin = yield* Origin
  const { account_id, token } = yield* seedAccount({ scopes: ["orders_write"], integrations: 1 })
  const contact = yield* seedContact(account_id)
  yield* Effect.flatMap(Messages, (messages) =>
    messages.record([newMessage(contact, { key: "1" }), newMessage(contact, { key: "2" })])
  ).pipe(Effect.provide(Messages.layer))
  const rows = yield* sql<{
    message_id: string
  }>`UPDATE messages SET status = 'sent', sent_at = now() - interval '1 hour'
    WHERE account_id = ${account_id} RETURNING message_id`
  const [first = "", second = ""] = rows.map(({ message_id }) => message_id).toSorted()
  const click = (message_id: string, url: string, init: RequestInit = {}) =>
    send(links.sign("click", [account_id, message_id, url]).replace("https://tally.example", origin), {
      redirect: "manual",
      headers: { "user-agent": browser },
      ...init
    })
  const messageOf = (message_id: string) =>
    Effect.map(
      sql<{ status: string; clicked_at: Date | null }>`SELECT status, clicked_at FROM messages
        WHERE account_id = ${account_id} AND message_id = ${message_id}`,
      ([row]) => [row?.status, row?.clicked_at !== null] as const
    )
  const lastClick = Effect.map(
    sql<{ id: string | null }>`SELECT last_click_message_id AS id FROM contacts WHERE account_id = ${account_id}`,
    ([row]) => row?.id
  )
  const clickers = Effect.map(
    sql<{
      clicked_by: string
    }>`SELECT clicked_by FROM message_events WHERE account_id = ${account_id} AND kind = 'clicked'
      ORDER BY at, event_key`,
    (events) => events.map(({ clicked_by }) => clicked_by)
  )
  const order = Effect.fnUntraced(function* (order_id: number) {
    const body = { order_id, email: "ada@example.com", total: 5, currency: "USD", order_date: "2026-11-01T00:00:00Z" }
    assert.strictEqual((yield* post(`${origin}/v1/orders/placed`, token, body)).status, 201)
  })
  const attributed = Effect.map(
    sql<{
      id: string | null
    }>`SELECT attributed_message_id AS id FROM orders WHERE account_id = ${account_id} ORDER BY order_id`,
    (orders) => orders.map(({ id }) => id)
  )
  return { account_id, contact, first, second, click, messageOf, lastClick, clickers, order, attributed }
})

onEitherOverSocket("clicks", (it) => {
  it.effect("of scanners are kept, redirected, and neither counted nor attributed", () =>
    Effect.gen(function* () {
      const { first, click, messageOf, lastClick, clickers, order, attributed } = yield* sentMails
      const shop = "https://shop.example/"
      for (const init of [
        { method: "HEAD" },
        { headers: { "user-agent": "Mozilla/5.0 (compatible; Barracuda Sentinel)" } },
        { headers: { "user-agent": "python-requests/2.31" } }
      ]) {
        const answer = yield* click(first, shop, init)
        assert.deepStrictEqual([answer.status, answer.headers.get("location")], [302, shop])
      }
      yield* order(1)
      assert.deepStrictEqual(yield* messageOf(first), ["sent", false])
      assert.isNull(yield* lastClick)
      assert.deepStrictEqual(yield* clickers, ["machine", "machine", "machine"])
      assert.deepStrictEqual(yield* attributed, [null])
      yield* click(first, shop)
      yield* order(2)
      assert.deepStrictEqual(yield* messageOf(first), ["clicked", true])
      assert.deepStrictEqual(yield* attributed, [null, first])
    })
  )

  it.effect("on a second link within two seconds take the first one back, with its attribution", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, first, second, click, messageOf, lastClick, clickers, order, attributed } = yield* sentMails
      yield* click(first, "https://shop.example/")
      // An hour earlier, so that only the second message's clicks are close.
      yield* sql`UPDATE messages SET clicked_at = (clicked_at AT TIME ZONE 'UTC' - interval '1 hour') AT TIME ZONE 'UTC' WHERE account_id = ${account_id}
        AND clicked_at IS NOT NULL`
      yield* sql`UPDATE message_events SET at = (at AT TIME ZONE 'UTC' - interval '1 hour') AT TIME ZONE 'UTC' WHERE account_id = ${account_id}`
      yield* click(second, "https://shop.example/a")
      yield* order(1)
      assert.deepStrictEqual(yield* messageOf(second), ["clicked", true])
      assert.deepStrictEqual([yield* lastClick, yield* attributed], [second, [second]])
      yield* click(second, "https://shop.example/b")
      assert.deepStrictEqual(yield* messageOf(second), ["sent", false])
      assert.deepStrictEqual([yield* lastClick, yield* attributed], [first, [first]])
      assert.deepStrictEqual(yield* clickers, ["person", "machine", "machine"])
      assert.deepStrictEqual(yield* messageOf(first), ["clicked", true])
    })
  )

  it.effect("within two seconds of the sending or the reported delivery are a machine's", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, first, second, click, messageOf, clickers } = yield* sentMails
      yield* sql`UPDATE messages SET sent_at = now() WHERE account_id = ${account_id} AND message_id = ${second}`
      yield* click(second, "https://shop.example/")
      assert.deepStrictEqual(yield* messageOf(second), ["sent", false])
      yield* click(first, "https://shop.example/")
      assert.deepStrictEqual(yield* messageOf(first), ["clicked", true])
      // The provider's report arrives after the click.
      const hook = links.sign("email", [account_id]).replace("https://tally.example", yield* Origin)
      const time = new Date().toISOString()
      yield* post(hook, null, { type: "delivered", email: "ada@example.com", message_id: first, time })
      assert.deepStrictEqual(yield* messageOf(first), ["sent", false])
      assert.deepStrictEqual(yield* clickers, ["machine", "machine"])
    })
  )

  it.effect("on the hidden link of a mail are a machine's, and so are clicks of the same moment", () =>
    Effect.gen(function* () {
      const { account_id, first, click, messageOf, clickers } = yield* sentMails
      const html = hiddenLink(links, { account_id, message_id: first })
      assert.include(html, "display:none")
      const address = /href="([^"]+)"/.exec(html)?.[1] ?? ""
      const mail = composeMail(links, {
        account_id,
        message_id: first,
        account_name: "Tea",
        language: englishWords,
        sender: emptyProfile,
        purpose: "flow",
        flow_id: "flow_1",
        campaign_id: null,
        class: "marketing",
        layout: "shell",
        to: "ada@example.com",
        subject: "Hi",
        html: { text: '<p><a href="https://shop.example/">Tea</a></p>', data: [] }
      })
      assert.include(mail.html, html)
      assert.notInclude(mail.text, address)
      yield* click(first, "https://shop.example/")
      const answer = yield* send(address.replace("https://tally.example", yield* Origin), {
        headers: { "user-agent": browser }
      })
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(yield* messageOf(first), ["sent", false])
      assert.deepStrictEqual(yield* clickers, ["machine", "machine"])
    })
  )

  it.effect("of one message are recorded 200 times at most", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, first, click, clickers } = yield* sentMails
      yield* sql`INSERT INTO message_events (account_id, message_id, event_key, kind, at, clicked_by, detail)
        SELECT ${account_id}, ${first}, n::text, 'clicked', now() - interval '1 day', 'machine', 'x'
        FROM generate_series(1, 199) AS n`
      yield* Effect.all([click(first, "https://shop.example/"), click(first, "https://shop.example/")], {
        concurrency: 2
      })
      yield* click(first, "https://shop.example/")
      assert.strictEqual((yield* clickers).length, 200)
    })
  )
})

const textOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { account_id } = yield* seedAccount()
  const contact = yield* seedContact(account_id)
  const text = newMessage(contact, { channel: "sms", subject: null, body: "Hi" })
  yield* Effect.flatMap(Messages, (messages) => messages.record([text])).pipe(Effect.provide(Messages.layer))
  const [row] = yield* sql<{ message_id: string }>`UPDATE messages SET status = 'sent', sent_at = now()
    WHERE account_id = ${account_id} RETURNING message_id`
  return { account_id, message_id: row?.message_id ?? "" }
})

onEitherOverSocket("status callbacks of the SMS provider", (it) => {
  const callback = Effect.fnUntraced(function* (address: string, fields: Readonly<Record<string, string>>) {
    return yield* send(address.replace("https://tally.example", yield* Origin), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ MessageSid: "SM1", To: "+12025550123", From: "+15550100", ...fields }).toString()
    })
  })

  it.effect("show the end of a text, and unsubscribe a person who stopped texts at the provider", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, message_id } = yield* textOf
      const address = links.sign("status", [account_id, message_id])
      const state = Effect.gen(function* () {
        const [row] =
          yield* sql`SELECT m.status, sms_consent FROM messages m JOIN contacts c USING (account_id, contact_id)
          WHERE account_id = ${account_id}`
        const events = yield* sql`SELECT kind FROM message_events WHERE account_id = ${account_id} ORDER BY kind`
        return [row?.["status"], row?.["sms_consent"], events.map(({ kind }) => kind)]
      })
      for (const MessageStatus of ["queued", "sent", "delivered", "delivered"]) {
        assert.strictEqual((yield* callback(address, { MessageStatus })).status, 200)
      }
      assert.deepStrictEqual(yield* state, ["sent", "subscribed", ["delivered"]])
      yield* callback(address, { MessageStatus: "undelivered", ErrorCode: "30003" })
      assert.deepStrictEqual(yield* state, ["bounced", "subscribed", ["delivered", "refused"]])
      // Also at the account's own address, and never as an inbound text.
      const hook = links.sign("sms", [account_id])
      yield* callback(hook, { MessageStatus: "failed", ErrorCode: "21610", Body: "START" })
      yield* callback(hook, { MessageStatus: "failed", ErrorCode: "21610" })
      assert.deepStrictEqual((yield* state)[1], "unsubscribed")
      const ledger = yield* sql`SELECT rule FROM consent_log WHERE account_id = ${account_id}`
      assert.deepStrictEqual(ledger, [{ rule: "sms_stop_at_provider" }])
      assert.strictEqual((yield* callback(`${address}x`, { MessageStatus: "sent" })).status, 404)
    })
  )

  it.effect("at an address of one text change nothing but that text", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, message_id } = yield* textOf
      yield* callback(links.sign("status", [account_id, message_id]), { Body: "STOP", From: "+12025550123" })
      const [row] = yield* sql`SELECT sms_consent FROM contacts WHERE account_id = ${account_id}`
      assert.strictEqual(row?.["sms_consent"], "subscribed")
    })
  )
})
