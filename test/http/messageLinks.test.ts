import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { ShortLinks } from "../../src/store/messages/ShortLinks.ts"
import { trackLinks } from "../../src/outbound/templates/trackLinks.ts"
import { Origin, onEitherOverSocket, post, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { messagesOf, newMessage, seedContact } from "../support/messages/messages.ts"
import { seedAccount, seedToken } from "../support/database/seed.ts"

const local = (origin: string, link: string) => link.replace("https://tally.example", origin)

const Consents = Schema.Struct({ email_consent: Schema.String, sms_consent: Schema.String })
const consentsOf = Effect.fnUntraced(function* (contact_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT email_consent, sms_consent FROM contacts WHERE contact_id = ${contact_id}`
  return yield* Schema.decodeUnknownEffect(Consents)(row)
})
const ledgerOf = Effect.fnUntraced(function* (contact_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql`SELECT cause, rule, refused FROM consent_log WHERE contact_id = ${contact_id} ORDER BY entry_id`
  return rows.map(({ cause, rule, refused }) => `${String(cause)} ${String(rule)}${refused === true ? " refused" : ""}`)
})
const sentMessage = Effect.fnUntraced(function* (fields: Parameters<typeof seedContact>[1] = {}) {
  const sql = yield* SqlClient.SqlClient
  const account = yield* seedAccount({ integrations: 1 })
  const contact = yield* seedContact(account.account_id, fields)
  yield* Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact)])).pipe(
    Effect.provide(Messages.layer)
  )
  yield* sql`UPDATE messages SET status = 'sent' WHERE account_id = ${account.account_id}`
  const [message] = yield* messagesOf(account.account_id)
  return { ...account, contact, message_id: message?.message_id ?? "" }
})
const form = (url: string, body: Record<string, string>) =>
  send(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(body).toString()
  })

onEitherOverSocket("links in messages", (it) => {
  it.effect("unsubscribing asks on GET, happens on POST, and is idempotent", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { account_id, message_id, contact } = yield* sentMessage()
      const link = local(origin, links.sign("unsubscribe", [account_id, message_id]))
      const confirmationPage = yield* send(link)
      assert.strictEqual(confirmationPage.status, 200)
      assert.include(confirmationPage.headers.get("content-security-policy"), "default-src 'none'")
      assert.strictEqual((yield* consentsOf(contact.contact_id)).email_consent, "subscribed")
      const answers = yield* Effect.all(
        [1, 2, 3].map(() => form(link, { "List-Unsubscribe": "One-Click" })),
        { concurrency: 3 }
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200, 200]
      )
      assert.strictEqual((yield* consentsOf(contact.contact_id)).email_consent, "unsubscribed")
      assert.deepStrictEqual(yield* ledgerOf(contact.contact_id), ["unsubscribe_link unsubscribe_link"])
    })
  )

  it.effect("a link that was changed or signed for another purpose is 404", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { account_id, message_id } = yield* sentMessage()
      const link = links.sign("unsubscribe", [account_id, message_id])
      const click = links.sign("click", [account_id, message_id, "https://shop.example"])
      const moved = [link.replace("/u/", "/c/"), click.replace("/c/", "/u/")]
      for (const bad of [`${link}x`, link.slice(0, -1), ...moved, link.replace(/\/u\/./, "/u/X")]) {
        assert.strictEqual((yield* send(local(origin, bad), { redirect: "manual" })).status, 404, bad)
      }
      const evil = links.sign("click", [account_id, message_id, "javascript:alert(1)"])
      assert.strictEqual((yield* send(local(origin, evil), { redirect: "manual" })).status, 404)
      assert.strictEqual((yield* send(local(origin, link), { method: "PUT" })).status, 405)
    })
  )

  it.effect("a click redirects to its address and is credited with the next live order, but not with an import", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const sql = yield* SqlClient.SqlClient
      const { account_id, message_id, token } = yield* sentMessage()
      const link = local(origin, links.sign("click", [account_id, message_id, "https://shop.example/?a=1"]))
      yield* send(link, { redirect: "manual", method: "HEAD" })
      yield* send(link, { redirect: "manual", headers: { "user-agent": "Mozilla/5.0 (compatible; Barracuda)" } })
      assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "sent")
      const clicked = yield* send(link, { redirect: "manual" })
      assert.deepStrictEqual([clicked.status, clicked.headers.get("location")], [302, "https://shop.example/?a=1"])
      assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "clicked")
      const order = { email: "ada@example.com", total: 5, currency: "USD", order_date: "2026-11-01T00:00:00Z" }
      yield* post(`${origin}/v1/orders/placed`, token, { ...order, order_id: 1 })
      yield* post(`${origin}/v1/orders/placed`, token, { ...order, order_id: 2, initial_sync: true })
      yield* post(`${origin}/v1/orders/placed`, token, { ...order, order_id: 2 })
      const rows =
        yield* sql`SELECT attributed_message_id FROM orders WHERE account_id = ${account_id} ORDER BY order_id`
      assert.deepStrictEqual(
        rows.map((row) => row["attributed_message_id"]),
        [message_id, null]
      )
    })
  )

  it.effect("a click on a non-ASCII link redirects percent-encoded, and is counted", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      for (const [address, location] of [
        ["https://shop.example/товар", "https://shop.example/%D1%82%D0%BE%D0%B2%D0%B0%D1%80"],
        ["https://shop.example/杯子?q=杯#子", "https://shop.example/%E6%9D%AF%E5%AD%90?q=%E6%9D%AF#%E5%AD%90"],
        ["https://магазин.example/", "https://xn--80aairftm.example/"],
        ["https://商店.example/a b", "https://xn--czrs0t.example/a%20b"],
        ["https://😀.example/😀", "https://xn--e28h.example/%F0%9F%98%80"],
        ["https://shop.example/%D1%82?a=1&b=2", "https://shop.example/%D1%82?a=1&b=2"]
      ] as const) {
        const { account_id, message_id } = yield* sentMessage()
        const html = trackLinks(links, { account_id, message_id }, { text: `<a href="${address}">x</a>`, data: [] })
        const link = /href="([^"]+)"/.exec(html)?.[1] ?? ""
        assert.include(link, "/c/", address)
        const clicked = yield* send(local(origin, link), { redirect: "manual" })
        assert.deepStrictEqual([clicked.status, clicked.headers.get("location")], [302, location])
        assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "clicked")
      }
    })
  )

  it.effect("a short link leads to the click link of its message until it expires or the contact is erased", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const sql = yield* SqlClient.SqlClient
      const shortLinks = yield* ShortLinks
      const { account_id, message_id, contact } = yield* sentMessage()
      const token = yield* seedToken(account_id, { scopes: ["contacts_write"] })
      yield* sql`UPDATE messages SET status = 'queued' WHERE account_id = ${account_id}`
      const url = "https://shop.example/Caf\u00e9?a=1"
      const { code } = links.shorten({ account_id, message_id }, url, 0)
      assert.isTrue(yield* shortLinks.save({ account_id, message_id, attempts: 0 }, [{ code, url }]))
      yield* sql`UPDATE messages SET status = 'sent' WHERE account_id = ${account_id}`
      const first = yield* send(`${origin}/s/${code}`, { redirect: "manual" })
      assert.strictEqual(first.status, 302)
      const location = first.headers.get("location") ?? ""
      const click = links.sign("click", [account_id, message_id, url])
      assert.strictEqual(new URL(location).pathname, new URL(click).pathname)
      const second = yield* send(local(origin, click), { redirect: "manual" })
      assert.strictEqual(second.headers.get("location"), "https://shop.example/Caf%C3%A9?a=1")
      assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "clicked")
      for (const wrong of ["AAAAAAAA", `${code}A`, code.slice(1), "%00AAAAAAA", "..%2f..%2f"])
        assert.strictEqual((yield* send(`${origin}/s/${wrong}`, { redirect: "manual" })).status, 404, wrong)
      yield* sql`UPDATE short_links SET expires_at = expires_at - interval '91 days' WHERE account_id = ${account_id}`
      assert.strictEqual((yield* send(`${origin}/s/${code}`, { redirect: "manual" })).status, 404)
      yield* sql`UPDATE short_links SET expires_at = expires_at + interval '91 days' WHERE account_id = ${account_id}`
      yield* send(`${origin}/v1/contacts/${contact.contact_id}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${token}` }
      })
      assert.strictEqual((yield* send(`${origin}/s/${code}`, { redirect: "manual" })).status, 404)
      assert.deepStrictEqual(yield* sql`SELECT links FROM messages WHERE account_id = ${account_id}`, [{ links: null }])
    }).pipe(Effect.provide(ShortLinks.layer))
  )

  it.effect("STOP is confirmed once, and START resubscribes only what STOP unsubscribed", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { account_id, contact } = yield* sentMessage({ sms_consent: "never_subscribed" })
      const hook = local(origin, links.sign("sms", [account_id]))
      const say = (Body: string, MessageSid: string) =>
        form(hook, { From: "+1 202-555-0123", To: "+15550100", Body, MessageSid })
      yield* say("start", "SM0")
      assert.strictEqual((yield* consentsOf(contact.contact_id)).sms_consent, "never_subscribed")
      yield* Effect.all([say(" Stop! ", "SM1"), say("STOPALL", "SM2"), say("please stop", "SM3")], { concurrency: 3 })
      assert.strictEqual((yield* consentsOf(contact.contact_id)).sms_consent, "unsubscribed")
      assert.strictEqual((yield* messagesOf(account_id)).filter(({ key }) => key.startsWith("stop|")).length, 1)
      const answer = yield* say("Unstop", "SM4")
      assert.deepStrictEqual([answer.status, answer.headers.get("content-type")?.split(";")[0]], [200, "text/xml"])
      assert.strictEqual((yield* consentsOf(contact.contact_id)).sms_consent, "subscribed")
      assert.deepStrictEqual(yield* ledgerOf(contact.contact_id), [
        "inbound_sms sms_start_without_opt_in refused",
        "inbound_sms sms_stop",
        "inbound_sms sms_start_after_stop"
      ])
    })
  )

  it.effect("a hard bounce marks the message and compliance-suppresses the contact, a soft one does not", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { account_id, message_id, contact } = yield* sentMessage()
      const hook = local(origin, links.sign("email", [account_id]))
      const report = { type: "bounce", email: "Ada@Example.com", message_id: `<${message_id}@tally.example>` }
      yield* post(hook, null, { ...report, permanent: false })
      assert.strictEqual((yield* consentsOf(contact.contact_id)).email_consent, "subscribed")
      assert.strictEqual((yield* post(hook, null, report)).status, 200)
      yield* post(hook, null, { ...report, type: "complaint" })
      assert.strictEqual((yield* consentsOf(contact.contact_id)).email_consent, "compliance_suppressed")
      assert.strictEqual((yield* messagesOf(account_id))[0]?.status, "bounced")
      assert.deepStrictEqual(yield* ledgerOf(contact.contact_id), ["bounce email_bounced"])
      assert.strictEqual((yield* post(hook, null, { type: "other" })).json.error.details.length, 2)
      assert.strictEqual((yield* post(`${origin}/hooks/email/${account_id}`, null, report)).status, 404)
    })
  )
})
